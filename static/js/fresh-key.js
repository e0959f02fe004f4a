// The key that makes a request which is sent twice one request.

// crypto.randomUUID is missing where the site is not reached by HTTPS or on this machine.
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
