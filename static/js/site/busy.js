// How long to wait before a site that is busy, or a stream that was refused, is asked again.

const LONGEST = 20_000; // ms

// In ms; 0 if the site is not busy. As long as it said, longer after each try in vain, and not all pages at once.
export function busyFor(answer, tried = 0) {
  if (answer?.status !== 503) return 0;
  return later((Number(answer.headers.get("Retry-After")) || 2) * 1000, tried);
}

export function later(ms, tried) {
  return Math.min(ms * 1.5 ** tried, LONGEST) * (1 + Math.random() / 2);
}
