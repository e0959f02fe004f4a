"""
Everything that is done with matches and open tables; the only code that writes them. Each module is imported
by itself: `from games.services.play import play`.
"""
