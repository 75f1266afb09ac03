/** Random documents: a case has a few values, and documents hold one or another of them, so that equal ones meet. */
import fc from 'fast-check';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import type { Ground } from './queries.ts';
import { innerNames } from './values.ts';

/** Ids, none of which is a number: in limited queries the SDK ignores pending writes of such a document. */
const ids = ['a', 'b', 'c', 'a!', 'A', 'é', '\uff5e', '😀', '10', '9', 'b c', 'a.b', '%'] as const;
/** Collections: `$` stands for the case's own part. */
const collections = [
  'in$',
  'in$/a/in$',
  'in$/b/other$',
  'of$/a/in$',
  'of$/a!/in$',
  'of$/😀/x/y/in$',
] as const;

export interface DocSpec {
  readonly collection: number;
  readonly id: number;
  readonly fields: readonly FieldSpec[];
}

/** A field that holds one of the case's values, or a few of them in an array or a map. */
interface FieldSpec {
  readonly name: string;
  readonly holds: 'value' | 'list' | 'map';
  readonly picks: readonly number[];
}

const picks = fc.array(fc.nat(60), { minLength: 1, maxLength: 3 });
const field = (name: string, ...holds: readonly FieldSpec['holds'][]): fc.Arbitrary<FieldSpec | null> =>
  fc.option(fc.record({ name: fc.constant(name), holds: fc.constantFrom(...holds), picks }), { freq: 6 });
const fields = fc
  .tuple(
    field('a', 'value'),
    field('b', 'value', 'value', 'value', 'list', 'map'),
    field('c', 'list', 'list', 'list', 'list', 'value'),
    field('m', 'map', 'map', 'map', 'map', 'value'),
    field('q.r', 'value'),
  )
  .map((all) => all.filter((one) => one !== null));
export const place = {
  collection: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) }),
  id: fc.nat(ids.length - 1),
  fields,
};

let cased = 0;

/** Documents of one case: the engines live longer than a case. */
export class Setting {
  readonly collection: string;
  private readonly own = String(++cased);
  readonly values: readonly DocValue[];

  constructor(values: readonly DocValue[]) {
    this.values = values;
    this.collection = `in${this.own}`;
  }

  path({ collection, id }: DocSpec): string {
    return `${collections[collection]?.replaceAll('$', this.own)}/${ids[id]}`;
  }

  data({ fields }: DocSpec): DocData {
    return Object.fromEntries(fields.map((one) => [one.name, this.held(one)]));
  }

  value(at: number): DocValue {
    return this.values[at % this.values.length] ?? null;
  }

  /** Values for queries, once the paths are known. */
  ground(paths: readonly string[]): Omit<Ground, 'places'> {
    return {
      values: [...this.values, ...this.values.flatMap(inside)],
      paths: [...paths, `${this.collection}/none`, `of${this.own}/b`],
      collection: this.collection,
      group: this.collection,
    };
  }

  private held({ holds, picks }: FieldSpec): DocValue {
    const few = picks.map((at) => this.value(at));
    if (holds === 'value') return few[0] ?? null;
    if (holds === 'list') return few.filter((one) => !Array.isArray(one));
    return Object.fromEntries(few.map((one, at) => [innerNames[at] ?? 'z', one]));
  }
}

function inside(value: DocValue): readonly DocValue[] {
  if (Array.isArray(value)) return value as DocValue[];
  return isPlainObject(value) ? Object.values(value as DocData) : [];
}
