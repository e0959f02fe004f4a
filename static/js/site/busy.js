// How long to wait before a site that is busy, or a stream that was refused, is asked again.

const LONGEST = 20_000; // ms

// In ms; 0 if the site is not busy. As long as it said, longer after each try in vain, and not all pages at once. What
// somebody waits for at a table is asked for again by then at `most`, unless the site said later: else whoever has
// waited longest would wait on while others go first.
export function busyFor(answer, tried = 0, most = LONGEST) {
  if (answer?.status !== 503) return 0;
  return later((Number(answer.headers.get("Retry-After")) || 2) * 1000, tried, most);
}

export function later(ms, tried, most = LONGEST) {
  return Math.min(ms * 1.5 ** tried, Math.max(ms, most), LONGEST) * (1 + Math.random() / 2);
}
