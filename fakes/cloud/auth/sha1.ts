/** SHA-1 and HMAC-SHA1 (RFC 3174, RFC 2104), at once: the platform's own are asynchronous. For one-time codes, and for tokens that are worth nothing elsewhere. */

const blockBytes = 64;

export function sha1(message: Uint8Array): Uint8Array {
  const words = padded(message);
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const w = new Int32Array(80);
  for (let at = 0; at < words.length; at += 16) {
    w.set(words.subarray(at, at + 16));
    for (let t = 16; t < 80; t++)
      w[t] = rotate(word(w, t - 3) ^ word(w, t - 8) ^ word(w, t - 14) ^ word(w, t - 16), 1);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let t = 0; t < 80; t++) {
      const next = (rotate(a, 5) + mix(t, b, c, d) + e + word(w, t)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, part] of [h0, h1, h2, h3, h4].entries()) digest.setInt32(index * 4, part);
  return new Uint8Array(digest.buffer);
}

export function hmacSha1(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? sha1(key) : key);
  const inner = sha1(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha1(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function mix(t: number, b: number, c: number, d: number): number {
  if (t < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (t < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
const word = (words: Int32Array, at: number) => words[at] ?? 0;

function padded(message: Uint8Array): Int32Array {
  const length = Math.ceil((message.length + 9) / blockBytes) * blockBytes;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 4, message.length * 8);
  return Int32Array.from({ length: length / 4 }, (_, at) => view.getInt32(at * 4));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
