// Counts down to the moments that the page names: 4:07, or 1:04:07 from an hour on.

const two = (number) => String(number).padStart(2, "0");

export function countDown() {
  for (const each of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round((new Date(each.dataset.until) - Date.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    each.textContent = hours
      ? `${hours}:${two(minutes)}:${two(seconds)}`
      : `${minutes}:${two(seconds)}`;
  }
}

setInterval(countDown, 1000);
countDown();
