/** JSON with comments, each part with its place. */
import type { Source } from './source.ts';

export type JsonPart =
  | { readonly kind: 'object'; readonly at: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly at: number; readonly items: readonly JsonPart[] }
  | JsonText
  | { readonly kind: 'plain'; readonly at: number; readonly value: number | boolean | null };

export interface JsonText {
  readonly kind: 'text';
  readonly at: number;
  readonly text: string;
  /** Offset of each letter in the source, and of the end. */
  readonly offsets: readonly number[];
}

export interface JsonMember {
  readonly key: JsonText;
  readonly value: JsonPart;
}

const plain = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escapes = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

/** @throws RulesError */
export function parseJson(source: Source): JsonPart {
  const reader = new Reader(source);
  const part = reader.part();
  reader.end();
  return part;
}

/** Objects and lists within each other; places of the tree lie up to 32 levels deep. */
const deepest = 100;

class Reader {
  private readonly source: Source;
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(source: Source) {
    this.source = source;
    this.text = source.text;
  }

  part(): JsonPart {
    this.skip();
    const { at } = this;
    const sign = this.text[at];
    if (sign === '{') return { kind: 'object', at, members: this.list('}', () => this.member()) };
    if (sign === '[') return { kind: 'array', at, items: this.list(']', () => this.part()) };
    if (sign === '"') return this.string();
    plain.lastIndex = at;
    const found = plain.exec(this.text);
    if (!found) return this.source.fail(at, 'A value must stand here.');
    this.at += found[0].length;
    return { kind: 'plain', at, value: JSON.parse(found[0]) as number | boolean | null };
  }

  end(): void {
    this.skip();
    if (this.at < this.text.length) this.source.fail(this.at, 'The rules end before this.');
  }

  private member(): JsonMember {
    this.skip();
    if (this.text[this.at] !== '"') this.source.fail(this.at, 'A name in double quotes must stand here.');
    const key = this.string();
    this.skip();
    if (this.text[this.at] !== ':') this.source.fail(this.at, `A colon must follow "${key.text}".`);
    this.at++;
    return { key, value: this.part() };
  }

  private list<T>(last: string, item: () => T): T[] {
    const items: T[] = [];
    this.depth++;
    if (this.depth > deepest)
      this.source.fail(
        this.at,
        `Rules are nested at most ${deepest} levels deep: no place lies deeper than 32.`,
      );
    this.at++;
    this.skip();
    while (this.text[this.at] !== last) {
      items.push(item());
      this.skip();
      if (this.text[this.at] === ',') this.at++;
      else if (this.text[this.at] !== last) this.source.fail(this.at, `A comma or ${last} must stand here.`);
      this.skip();
    }
    this.at++;
    this.depth--;
    return items;
  }

  private string(): JsonText {
    const { at } = this;
    let text = '';
    const offsets: number[] = [];
    this.at++;
    while (this.text[this.at] !== '"') {
      const letter = this.text[this.at];
      if (letter === undefined || letter === '\n') this.source.fail(at, 'This text has no end.');
      offsets.push(this.at);
      text += letter === '\\' ? this.escaped() : letter;
      this.at++;
    }
    offsets.push(this.at);
    this.at++;
    return { kind: 'text', at, text, offsets };
  }

  /** Reads an escape; ends on its last letter. */
  private escaped(): string {
    const { at } = this;
    this.at++;
    const letter = this.text[this.at] ?? '';
    const known = escapes.get(letter);
    if (known !== undefined) return known;
    const code = /^[\da-fA-F]{4}$/.exec(this.text.slice(this.at + 1, this.at + 5));
    if (letter !== 'u' || !code) return this.source.fail(at, `JSON has no \\${letter}.`);
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code[0], 16));
  }

  private skip(): void {
    const between = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    between.lastIndex = this.at;
    this.at += between.exec(this.text)?.[0].length ?? 0;
  }
}
