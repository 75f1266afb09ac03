/**
 * Replacement of the Unicode tables of `re2js` in the demonstration's build (tools/lean-regex.ts): computed with the browser's
 * regular expressions on first use. The Unicode version is the browser's.
 */

/** As `re2js` reads its tables: ranges in order, both ends included. */
class RangeTable {
  private readonly make: () => readonly number[];
  private made: readonly number[] | null = null;

  constructor(make: () => readonly number[]) {
    this.make = make;
  }

  private get ends(): readonly number[] {
    return (this.made ??= this.make());
  }

  get length(): number {
    return this.ends.length / 2;
  }

  getLo(index: number): number {
    return this.ends[index * 2] ?? 0;
  }

  getHi(index: number): number {
    return this.ends[index * 2 + 1] ?? 0;
  }

  getStride(): number {
    return 1;
  }
}

/** Assigned ranges. Surrogates and private use are separate ranges below. */
const stretches = [
  [0, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xe0fff],
] as const;

const texts: string[] = [];
/** Chunk size: the number of arguments that a call takes. */
const most = 0x1000;

function allTexts(): readonly string[] {
  if (texts.length === 0) for (const [first, last] of stretches) texts.push(textOf(first, last));
  return texts;
}

function textOf(first: number, last: number): string {
  let text = '';
  for (let from = first; from <= last; from += most) {
    const count = Math.min(most, last + 1 - from);
    text += String.fromCodePoint(...Array.from({ length: count }, (_, at) => from + at));
  }
  return text;
}

/** Ends of the ranges, in pairs. Matches follow each other as the characters do. */
function rangesOf(property: string): number[] {
  const expression = new RegExp(`\\p{${property}}+`, 'gu');
  return allTexts().flatMap((text) =>
    [...text.matchAll(expression)].flatMap(({ 0: found, index }) => {
      const last = index + found.length - 1;
      const isPair = (text.charCodeAt(last) & 0xfc00) === 0xdc00;
      return [text.codePointAt(index) ?? 0, text.codePointAt(isPair ? last - 1 : last) ?? 0];
    }),
  );
}

/** Beyond the stretches, by category. */
const beyond: Readonly<Record<string, readonly number[]>> = {
  C: [0xd800, 0xdfff, 0x40000, 0xdffff, 0xe1000, 0x10ffff],
  Cn: [0x40000, 0xdffff, 0xe1000, 0xeffff, 0xffffe, 0xfffff, 0x10fffe, 0x10ffff],
  Co: [0xf0000, 0xffffd, 0x100000, 0x10fffd],
  Cs: [0xd800, 0xdfff],
};

class Tables {
  private readonly known = new Map<string, RangeTable>();
  private readonly endsOf: (name: string) => readonly number[];
  readonly has: (name: string) => boolean;

  constructor(has: (name: string) => boolean, endsOf: (name: string) => readonly number[]) {
    this.has = has;
    this.endsOf = endsOf;
  }

  /** Of a name that it has. */
  get(name: string): RangeTable {
    const found = this.known.get(name) ?? new RangeTable(() => this.endsOf(name));
    this.known.set(name, found);
    return found;
  }
}

const category = /^(?:C[cfnos]?|L[Clmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;
const isCategory = (name: string) => category.test(name);

/** Other names of four letters are short for one, and RE2 knows no short ones. */
const shortNames = /^(?:Ahom|Cham|Kawi|Lisu|Miao|Modi|Newa|Thai|Toto)$/;

function isScript(name: string): boolean {
  if (!/^[A-Z]\w*$/.test(name) || (name.length === 4 && !shortNames.test(name))) return false;
  try {
    return new RegExp(`\\p{Script=${name}}`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Each character that has others to its name when case is passed over, and the next of them: from the last to the first. */
function caseOrbit(): ReadonlyMap<number, number> {
  const groups = new Map<number, Set<number>>();
  const join = (one: number, other: number) => {
    const all = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
    for (const code of all) groups.set(code, all);
  };
  for (const code of codes(rangesOf('Changes_When_Casemapped')))
    for (const other of variants(code)) join(code, other);
  for (const [one, other] of twins) join(one, other);
  const orbit = new Map<number, number>();
  for (const group of new Set(groups.values())) {
    const sorted = ascending(group);
    for (const [at, code] of sorted.entries()) orbit.set(code, sorted[(at + 1) % sorted.length] ?? code);
  }
  return orbit;
}

/** Folded to one, though no case is mapped to the other. */
const twins = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
] as const;

function* codes(ends: readonly number[]): Generator<number> {
  for (let at = 0; at < ends.length; at += 2)
    for (let code = ends[at] ?? 0; code <= (ends[at + 1] ?? 0); code++) yield code;
}

/** The dotless i: its upper case is I, and no folding takes it for one. */
const alone = 0x131;

function variants(code: number): readonly number[] {
  const letter = String.fromCodePoint(code);
  if (code === alone) return [];
  return [letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()].flatMap((text) => {
    const [first = letter, ...more] = text;
    const other = first.codePointAt(0) ?? code;
    return more.length === 0 && other !== code ? [other] : [];
  });
}

/** Made when a letter beyond ASCII is folded; of those within, only K and S have others than the two cases. */
class CaseOrbit {
  private made: ReadonlyMap<number, number> | null = null;

  has(code: number): boolean {
    return code < 128 ? ascii.has(code) : this.all().has(code);
  }

  get(code: number): number | undefined {
    return code < 128 ? ascii.get(code) : this.all().get(code);
  }

  all(): ReadonlyMap<number, number> {
    return (this.made ??= caseOrbit());
  }
}

const ascii: ReadonlyMap<number, number> = new Map([
  [0x4b, 0x6b],
  [0x6b, 0x212a],
  [0x53, 0x73],
  [0x73, 0x17f],
]);

const orbit = new CaseOrbit();

/** Code points outside of a property that differ from one within only in case. */
function folded(property: string): readonly number[] {
  const inside = new RegExp(`^\\p{${property}}$`, 'u');
  const isInside = (code: number) => inside.test(String.fromCodePoint(code));
  const all = orbit.all();
  const found: number[] = [];
  for (const first of all.keys()) {
    let other = all.get(first);
    while (other !== undefined && other !== first && !isInside(other)) other = all.get(other);
    if (other !== first && !isInside(first)) found.push(first);
  }
  return ascending(found).flatMap((code) => [code, code]);
}

const ascending = (all: Iterable<number>) => [...all].toSorted((one, other) => one - other);
const ofCategory = (name: string) => ascending([...rangesOf(name), ...(beyond[name] ?? [])]);

export const UnicodeTables = {
  CASE_ORBIT: orbit,
  CATEGORIES: new Tables(isCategory, ofCategory),
  SCRIPTS: new Tables(isScript, (name) => rangesOf(`Script=${name}`)),
  FOLD_CATEGORIES: new Tables(isCategory, folded),
  FOLD_SCRIPT: new Tables(isScript, (name) => folded(`Script=${name}`)),
};
