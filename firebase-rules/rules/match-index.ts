/** Finds the match blocks that cover a path, by its segments. */
import type { MatchBlock, PatternSegment, Ruleset } from './syntax.ts';
import { Path, type Value } from './values.ts';

export interface Found<Entry> {
  readonly entry: Entry;
  /** Values of the wildcards, from the outermost match inwards. */
  readonly captures: readonly Value[];
}

interface Node<Entry> {
  readonly literals: Map<string, Node<Entry>>;
  one: Node<Entry> | null;
  rest: Node<Entry> | null;
  /** Entries of blocks whose path ends here, in the order of the source. */
  readonly entries: { readonly order: number; readonly entry: Entry }[];
}

const node = <Entry>(): Node<Entry> => ({ literals: new Map(), one: null, rest: null, entries: [] });

export class MatchIndex<Entry> {
  private readonly root = node<Entry>();
  /** `{name=**}` takes at least so many segments. */
  private readonly least: 0 | 1;
  private order = 0;

  /** `entryOf` is called for every block; null leaves one out. */
  constructor(ruleset: Ruleset, entryOf: (block: MatchBlock) => Entry | null) {
    this.least = ruleset.version === 1 ? 1 : 0;
    for (const match of ruleset.matches) this.add(match, this.root, entryOf);
  }

  find(segments: readonly string[]): readonly Found<Entry>[] {
    const found: (Found<Entry> & { readonly order: number })[] = [];
    const captures: Value[] = [];
    const walk = (at: Node<Entry>, index: number) => {
      if (index === segments.length)
        for (const { order, entry } of at.entries) found.push({ order, entry, captures: [...captures] });
      const segment = segments[index];
      if (segment !== undefined) {
        const literal = at.literals.get(segment);
        if (literal) walk(literal, index + 1);
        if (at.one) {
          captures.push(segment);
          walk(at.one, index + 1);
          captures.pop();
        }
      }
      if (!at.rest) return;
      for (let end = index + this.least; end <= segments.length; end++) {
        captures.push(new Path(segments.slice(index, end)));
        walk(at.rest, end);
        captures.pop();
      }
    };
    walk(this.root, 0);
    return found.length > 1 ? found.sort((one, other) => one.order - other.order) : found;
  }

  private add(block: MatchBlock, from: Node<Entry>, entryOf: (block: MatchBlock) => Entry | null): void {
    let at = from;
    for (const segment of block.pattern) at = next(at, segment);
    const entry = entryOf(block);
    const order = this.order++;
    if (entry !== null) at.entries.push({ order, entry });
    for (const inner of block.matches) this.add(inner, at, entryOf);
  }
}

function next<Entry>(at: Node<Entry>, segment: PatternSegment): Node<Entry> {
  switch (segment.kind) {
    case 'one':
      return (at.one ??= node());
    case 'rest':
      return (at.rest ??= node());
    default: {
      const known = at.literals.get(segment.text);
      if (known) return known;
      const made = node<Entry>();
      at.literals.set(segment.text, made);
      return made;
    }
  }
}
