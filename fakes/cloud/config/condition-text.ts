/** The words of a condition's expression, with where each begins. */
import { PortError } from '#ports/errors.ts';

export interface Word {
  readonly kind: 'name' | 'text' | 'number' | 'sign' | 'end';
  /** A text's own characters, without its quotes. */
  readonly text: string;
  /** Index in the text, from 0. */
  readonly at: number;
}

const shapes: readonly (readonly [Word['kind'], RegExp])[] = [
  ['name', /[A-Za-z][A-Za-z0-9]*/y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['text', /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y],
  ['sign', /&&|<=|>=|==|!=|[<>()[\],.]/y],
];

/** Reader of an expression, word by word. */
export class Words {
  private readonly source: string;
  private readonly words: readonly Word[];
  private next = 0;

  /** @throws PortError invalid-argument */
  constructor(source: string) {
    this.source = source;
    this.words = split(source);
  }

  peek(): Word {
    return this.words[this.next] ?? { kind: 'end', text: '', at: this.source.length };
  }

  take(): Word {
    const word = this.peek();
    this.next++;
    return word;
  }

  /** Takes the next word if it is `text`. */
  skip(text: string): boolean {
    const { kind, text: found } = this.peek();
    if (kind === 'text' || found !== text) return false;
    this.next++;
    return true;
  }

  expect(text: string): void {
    if (!this.skip(text)) this.fail(`\`${text}\` is expected`);
  }

  text(): string {
    return this.peek().kind === 'text' ? this.take().text : this.fail('a text in quotes is expected');
  }

  number(): number {
    return this.peek().kind === 'number' ? Number(this.take().text) : this.fail('a number is expected');
  }

  fail(problem: string, at = this.peek().at): never {
    return bad(this.source, at, problem);
  }
}

function split(source: string): readonly Word[] {
  const words: Word[] = [];
  for (let at = skipSpace(source, 0); at < source.length;) {
    const word = wordAt(source, at) ?? bad(source, at, `\`${source[at]}\` has no meaning here`);
    words.push(word);
    at = skipSpace(source, at + word.length);
  }
  return words;
}

function wordAt(source: string, at: number): (Word & { readonly length: number }) | null {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at;
    const found = shape.exec(source)?.[0];
    if (found === undefined) continue;
    const text = kind === 'text' ? found.slice(1, -1).replaceAll(/\\(.)/g, '$1') : found;
    return { kind, text, at, length: found.length };
  }
  return null;
}

function skipSpace(source: string, at: number): number {
  let next = at;
  while (/\s/.test(source.charAt(next))) next++;
  return next;
}

function bad(source: string, at: number, problem: string): never {
  throw new PortError(
    'invalid-argument',
    `The expression \`${source}\` can’t be read: ${problem}, at character ${at + 1}.`,
  );
}
