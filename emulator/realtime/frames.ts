/** Messages as frames of a websocket: a long one is its number of parts, then the parts. */

import { isHighSurrogate } from '#provider-kit/utf8.ts';
import { largestFrame } from '../bounds.ts';

const mostUnits = 16_384;
const longestCount = 6;
/** Twice as many as the longest message needs: parts may be shorter. */
const mostParts = (2 * largestFrame) / mostUnits;
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

export class TooLong extends TypeError {
  constructor() {
    super(`A message has at most ${largestFrame} characters. Write it in parts.`);
  }
}

/** Puts messages together again; frames that only keep the connection alive vanish. */
export class FrameReader {
  private readonly receive: (message: string) => void;
  private parts: string[] | null = null;
  private awaited = 0;
  private units = 0;

  constructor(receive: (message: string) => void) {
    this.receive = receive;
  }

  /** @throws TooLong for a message that is longer than any that is taken, as soon as that is seen */
  read(frame: string): void {
    this.units += frame.length;
    if (this.units > largestFrame) throw new TooLong();
    if (this.parts) {
      this.parts.push(frame);
      if (this.parts.length < this.awaited) return;
      const whole = this.parts.join('');
      this.parts = null;
      this.units = 0;
      return this.receive(whole);
    }
    this.units = 0;
    if (frame === keepAlive) return;
    const count = frame.length <= longestCount ? Number(frame) : Number.NaN;
    if (!Number.isInteger(count) || count < 1) return this.receive(frame);
    // No client cuts a message smaller than this, but for the end of it.
    if (count > mostParts) throw new TooLong();
    this.parts = [];
    this.awaited = count;
  }
}
