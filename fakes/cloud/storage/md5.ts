/** MD5 (RFC 1321), synchronous: a checksum that storage services publish, not a protection. */

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32) | 0);

/** The digest, in base64. */
export function md5(content: Uint8Array): string {
  const state = new Int32Array([0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]);
  const words = new Int32Array(16);
  const whole = content.length - (content.length % 64);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 0; at < whole; at += 64) mix(state, words, view, at);
  const tail = ending(content, whole);
  for (let at = 0; at < tail.byteLength; at += 64) mix(state, words, tail, at);
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, at) => digest.setInt32(at * 4, word, true));
  return btoa(String.fromCharCode(...new Uint8Array(digest.buffer)));
}

/** Last blocks: the rest of the content, a 1 bit, zeros, and the length in bits; one block or two. */
function ending(content: Uint8Array, from: number): DataView {
  const left = content.subarray(from);
  const padded = new Uint8Array(left.length < 56 ? 64 : 128);
  padded.set(left);
  padded[left.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (content.length << 3) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(content.length / 2 ** 29), true);
  return view;
}

function mix(state: Int32Array, words: Int32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(from + at * 4, true);
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [mixed, word] = pick(round, step, b, c, d);
    const sum = (a + mixed + (sines[step] ?? 0) + (words[word] ?? 0)) | 0;
    const shift = shifts[round * 4 + (step % 4)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
}

function pick(round: number, step: number, b: number, c: number, d: number): readonly [number, number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}
