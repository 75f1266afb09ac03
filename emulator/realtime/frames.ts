/** Messages as frames of a websocket: a long one is its number of parts, then the parts. */

const mostUnits = 16_384;
const longestCount = 6;
const keepAlive = '0';

/** No part ends within a letter. */
export function framesOf(text: string): readonly string[] {
  if (text.length <= mostUnits) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + mostUnits, text.length);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to--;
    parts.push(text.slice(from, to));
    from = to;
  }
  return [String(parts.length), ...parts];
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;

/** Puts messages together again; frames that only keep the connection alive vanish. */
export class FrameReader {
  private readonly receive: (message: string) => void;
  private parts: string[] | null = null;
  private awaited = 0;

  constructor(receive: (message: string) => void) {
    this.receive = receive;
  }

  read(frame: string): void {
    if (this.parts) {
      this.parts.push(frame);
      if (this.parts.length < this.awaited) return;
      const whole = this.parts.join('');
      this.parts = null;
      return this.receive(whole);
    }
    if (frame === keepAlive) return;
    const count = frame.length <= longestCount ? Number(frame) : Number.NaN;
    if (!Number.isInteger(count) || count < 1) return this.receive(frame);
    this.parts = [];
    this.awaited = count;
  }
}
