/** Methods and properties of places, texts and queries. */
import type { Pattern } from './pattern.ts';
import { plainOf, type RuleSnapshot, type Value } from './values.ts';
import type { Type } from './types.ts';

/** `fail` ends the evaluation with a sentence. */
export type Fail = (problem: string) => never;

export interface Method {
  /** `keys`: nothing, or a list of texts. */
  readonly takes: readonly ('string' | 'pattern')[] | 'keys';
  readonly returns: Type;
}

export interface SnapshotMethod extends Method {
  run(of: RuleSnapshot, given: readonly Value[], fail: Fail): Value;
}

export interface StringMethod extends Method {
  run(of: string, given: readonly Value[]): Value;
}

const text = (value: Value | undefined) => value as string;

const kindCheck = (kind: 'number' | 'string' | 'boolean'): SnapshotMethod => ({
  takes: [],
  returns: 'boolean',
  run: (of) => typeof plainOf(of.node()) === kind,
});

export const snapshotMethods: ReadonlyMap<string, SnapshotMethod> = new Map(
  Object.entries<SnapshotMethod>({
    val: { takes: [], returns: 'primitive', run: (of) => plainOf(of.node()) },
    exists: { takes: [], returns: 'boolean', run: (of) => !of.node().isEmpty() },
    child: { takes: ['string'], returns: 'snapshot', run: (of, [path]) => of.child(text(path)) },
    parent: {
      takes: [],
      returns: 'snapshot',
      run: (of, _, fail) => of.parent() ?? fail('the root has no parent'),
    },
    hasChild: {
      takes: ['string'],
      returns: 'boolean',
      run: (of, [path]) => !of.child(text(path)).node().isEmpty(),
    },
    hasChildren: {
      takes: 'keys',
      returns: 'boolean',
      run(of, [keys]) {
        if (keys === undefined) return of.node().children.size > 0;
        return (keys as readonly string[]).every((key) => !of.child(key).node().isEmpty());
      },
    },
    getPriority: { takes: [], returns: 'any', run: (of) => of.node().priority },
    isNumber: kindCheck('number'),
    isString: kindCheck('string'),
    isBoolean: kindCheck('boolean'),
  }),
);

const textTest = (run: (of: string, part: string) => boolean): StringMethod => ({
  takes: ['string'],
  returns: 'boolean',
  run: (of, [part]) => run(of, text(part)),
});

export const stringMethods: ReadonlyMap<string, StringMethod> = new Map(
  Object.entries<StringMethod>({
    contains: textTest((of, part) => of.includes(part)),
    beginsWith: textTest((of, part) => of.startsWith(part)),
    endsWith: textTest((of, part) => of.endsWith(part)),
    replace: {
      takes: ['string', 'string'],
      returns: 'string',
      run: (of, [part, by]) => of.split(text(part)).join(text(by)),
    },
    toLowerCase: { takes: [], returns: 'string', run: (of) => of.toLowerCase() },
    toUpperCase: { takes: [], returns: 'string', run: (of) => of.toUpperCase() },
    matches: {
      takes: ['pattern'],
      returns: 'boolean',
      run: (of, [pattern]) => (pattern as Pattern).test(of),
    },
  }),
);

/** Properties of the query of a listen or a read. */
export const queryProperties: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['orderByKey', 'boolean'],
  ['orderByPriority', 'boolean'],
  ['orderByValue', 'boolean'],
  ['orderByChild', 'primitive'],
  ['startAt', 'primitive'],
  ['endAt', 'primitive'],
  ['equalTo', 'primitive'],
  ['limitToFirst', 'primitive'],
  ['limitToLast', 'primitive'],
]);
