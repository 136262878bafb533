// Bytes as hexadecimal digits.

const HEX = /^[0-9a-f]{64}$/;

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The 32 bytes of a seed or a commitment in hexadecimal; null for anything else.
export function fromHex(text) {
  if (typeof text !== "string" || !HEX.test(text)) return null;
  return Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
}
