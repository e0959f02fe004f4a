"""What the fast policy sees in the cards of each game, by card type in the order of the score sheet."""

from engine.bots.drafting.playout import Weights

LAND = Weights(
    worth=(0.57, 0.35, 1.43, 0.55, -0.79, 2.03, 0.4, -0.85, -0.85, -0.27, 1.47),
    early=(-0.75, 2.39, -1.45, 0.18, 0.99, -0.42, -0.93, -1.22, 1.67, 0.86, -1.07),
    free=(0.37, 0.01, 1.06, 0.15, -0.56, 0.43, -0.24, -1.05, -0.53, -0.31, 0.79),
    variety=2.33,
    step=1.87,
)
REEF = Weights(
    worth=(0.38, 0.02, 2.24, 0.1, 0.97, -0.21, -1.02, 0.34, -1.19, -0.75, 0.04),
    early=(-1.42, 1.65, 1.28, 0.72, -1.34, -3.53, -0.09, 0.27, 0.22, -2.59, -1.26),
    free=(-0.32, 0.83, -0.53, 0.76, -0.73, 0.0, 0.11, 0.49, 0.48, -0.68, 0.43),
    variety=0.55,
    step=0.0,
)
