"""What pages and the API share: refusals, strict reading of input, rate limits, logs, metrics."""
