/** Run of a message. A `link` is always http or https; everything else is text to show as it is. */
export interface MessagePart {
  readonly kind: 'text' | 'link' | 'code' | 'block';
  readonly text: string;
}

/** The part of `string` that the parser uses. */
export interface Characters {
  readonly length: number;
  charCodeAt(index: number): number;
  slice(start: number, end?: number): string;
}

/** Limit of links, code spans and blocks in one message, which bounds the cost of rendering; the rest is text. */
export const maxMarkedParts = 500;

/**
 * Splits plain text into links, code spans, fenced blocks and text; never markup. Linear in the length of the text: a failed search
 * for an end has passed every other beginning of its kind. Libraries for links know no code spans and blocks, and their patterns
 * backtrack.
 */
export function parseMessage(message: Characters): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  const scanner = new Scanner(message);
  let written = 0;
  const text = (to: number) => {
    if (to > written) parts.push({ kind: 'text', text: message.slice(written, to) });
  };
  for (let at = 0, marked = 0; at < message.length && marked < maxMarkedParts;) {
    const found = scanner.markedAt(at);
    if (!found) {
      at += 1;
      continue;
    }
    text(at);
    parts.push({ kind: found.kind, text: message.slice(found.from, found.to) });
    marked += 1;
    at = written = found.end;
  }
  text(message.length);
  return parts;
}

/** Content from `from` to `to`; the whole mark ends at `end`. */
interface Marked {
  readonly kind: 'link' | 'code' | 'block';
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const code = (character: string) => character.charCodeAt(0);
const backtick = code('`');
const newline = code('\n');
const opening = code('(');
const closing = code(')');
const letters = { h: code('h'), a: code('a'), z: code('z') };
const schemes = ['https://', 'http://'];
const endsAddress = new Set([...'<>"\'`'].map(code));
const punctuation = new Set([...'.,:;!?'].map(code));

class Scanner {
  private readonly text: Characters;

  constructor(text: Characters) {
    this.text = text;
  }

  markedAt(at: number): Marked | null {
    const character = this.text.charCodeAt(at);
    if (character === backtick) return this.block(at) ?? this.span(at);
    return isSame(character, letters.h) ? this.link(at) : null;
  }

  /** Three backticks, a language on their line if there is one, at least one character, three backticks. */
  private block(at: number): Marked | null {
    if (!this.fenceAt(at)) return null;
    const least = at + 4;
    const withLanguage = this.pastLanguage(at + 3);
    const end = this.nextFence(Math.max(withLanguage + 1, least));
    // Without a line break the language is the content.
    const from = end === null ? at + 3 : withLanguage;
    const close = end ?? (withLanguage > at + 3 ? this.nextFence(least) : null);
    if (close === null) return null;
    const to = close - 1 > from && this.text.charCodeAt(close - 1) === newline ? close - 1 : close;
    return { kind: 'block', from, to, end: close + 3 };
  }

  /** A backtick, at least one character that is neither backtick nor line break, a backtick. */
  private span(at: number): Marked | null {
    let to = at + 1;
    while (to < this.text.length) {
      const character = this.text.charCodeAt(to);
      if (character === newline) return null;
      if (character === backtick) break;
      to += 1;
    }
    if (to === this.text.length || to === at + 1) return null;
    return { kind: 'code', from: at + 1, to, end: to + 1 };
  }

  private link(at: number): Marked | null {
    const scheme = schemes.find((one) => this.startsWith(one, at));
    if (scheme === undefined) return null;
    const from = at + scheme.length;
    let unopened = 0;
    let to = from;
    for (; to < this.text.length; to += 1) {
      const character = this.text.charCodeAt(to);
      if (endsAddress.has(character) || isSpace(character)) break;
      unopened += character === closing ? 1 : character === opening ? -1 : 0;
    }
    // Punctuation after a link is not part of it; a closing bracket is, if the link opened it.
    for (; to > from; to -= 1) {
      const last = this.text.charCodeAt(to - 1);
      if (punctuation.has(last)) continue;
      if (last !== closing || unopened <= 0) break;
      unopened -= 1;
    }
    return to > from ? { kind: 'link', from: at, to, end: to } : null;
  }

  private startsWith(word: string, at: number): boolean {
    for (let index = 0; index < word.length; index += 1)
      if (!isSame(this.text.charCodeAt(at + index), word.charCodeAt(index))) return false;
    return true;
  }

  private fenceAt(at: number): boolean {
    return [at, at + 1, at + 2].every((place) => this.text.charCodeAt(place) === backtick);
  }

  private nextFence(from: number): number | null {
    for (let at = from; at + 2 < this.text.length; at += 1) if (this.fenceAt(at)) return at;
    return null;
  }

  /** Index of the line after a language; `at` where there is no language. */
  private pastLanguage(at: number): number {
    let end = at;
    while (isLetter(this.text.charCodeAt(end))) end += 1;
    return this.text.charCodeAt(end) === newline ? end + 1 : at;
  }
}

/** Bit 5 is the case of ASCII letters. */
const isLetter = (character: number) =>
  (character | 0x20) >= letters.a && (character | 0x20) <= letters.z && character <= letters.z;
const isSame = (character: number, wanted: number) =>
  character === wanted || (isLetter(character) && (character | 0x20) === wanted);
const isSpace = (character: number) => /\s/.test(String.fromCharCode(character));
