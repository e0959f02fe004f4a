// A new idempotency key: a request that is sent twice with the same key is carried out once.

// crypto.randomUUID exists only with HTTPS or on localhost.
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
