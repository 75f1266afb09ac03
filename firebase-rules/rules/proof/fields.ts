/** Fields, indexes and types of values of which something is known. */
import { describe } from '../describe.ts';
import { at as indexed, isOfType, member } from '../operators.ts';
import type { Expression } from '../syntax.ts';
import { documentPath, type Value } from '../values.ts';
import {
  type Abstract,
  certain,
  fails,
  type Kind,
  kindOfAbstract,
  kindOfFacts,
  known,
  type Outcome,
  open,
  failing,
  stored,
  undecided,
  unknown,
} from './abstract.ts';
import { resultOf } from './concrete.ts';
import { hasKey, keyThere } from './compare.ts';
import { type DocFacts, type Facts, factsIn } from './facts.ts';

/** Values that are fixed while a query is proven. */
export interface World {
  readonly request: Value;
  readonly doc: DocFacts;
}

/** `target.name` */
export function fieldOf(at: Expression, target: Abstract, name: string, world: World): Outcome {
  switch (target.kind) {
    case 'known':
      return resultOf(at, member(target.value, name));
    case 'stored':
      return ofStored(at, target.facts, name);
    case 'resource':
      return ofResource(at, name, world.doc);
    case 'request':
      // The path differs from document to document.
      return name === 'path'
        ? undecided(open(at, [], [], 'it differs from document to document'), 'path')
        : resultOf(at, member(world.request, name));
    default:
      return undecided(open(at));
  }
}

function ofStored(at: Expression, facts: Facts, name: string): Outcome {
  const kind = kindOfFacts(facts);
  if (kind !== null && kind !== 'map') return fails(failing(at, `${facts.field} is a ${kind}, no map`));
  const has = hasKey(facts, name);
  if (has === false) return fails(failing(at, `there is no field ${name}`));
  const value = stored(childOf(facts, name));
  if (has === true) return certain(value);
  const failure = open(at, keyThere(facts, known(name)), [], 'it may not be there');
  return { value, failure };
}

/** Facts of a field in a map that is known except for the sign of its zeros. */
function childOf(facts: Facts, name: string): Facts {
  const child = factsIn(facts, name);
  const { equal } = facts;
  if (equal === undefined) return child;
  return { ...child, exists: true, equal: (equal as Readonly<Record<string, Facts['equal']>>)[name] };
}

function ofResource(at: Expression, name: string, { data, id, path }: DocFacts): Outcome {
  if (name === 'data') return certain({ kind: 'stored', facts: data });
  if (name === 'id') return certain(stored(id));
  if (name === '__name__')
    return certain(
      path === null
        ? unknown(open(at, [], [], 'it differs from document to document'), 'path')
        : known(documentPath(path)),
    );
  return undecided(open(at));
}

/** `target[index]` */
export function itemOf(at: Expression, target: Abstract, index: Abstract, world: World): Outcome {
  if (index.kind !== 'known') return undecided(open(at));
  if (typeof index.value === 'string') return fieldOf(at, target, index.value, world);
  if (target.kind === 'known') return resultOf(at, indexed(target.value, index.value));
  const item =
    target.kind === 'list' && typeof index.value === 'number' ? target.items[index.value] : undefined;
  return item ? certain(item) : undecided(open(at, [], [], `there may be no item ${describe(index.value)}`));
}

/** `value is type` */
export function typeTest(at: Expression, value: Abstract, type: string): Outcome {
  if (value.kind === 'known') return resultOf(at, isOfType(value.value, type));
  const why = open(at);
  const sample = isOfType(true, type);
  if (typeof sample !== 'boolean') return resultOf(at, sample);
  const kind = kindOfAbstract(value);
  if (kind === null) return certain(unknown(why, 'bool'));
  const decided = isOfKind(kind, type);
  return certain(decided === null ? unknown(why, 'bool') : known(decided));
}

/** Result; null where int and float would have to be distinguished. */
function isOfKind(kind: Kind, type: string): boolean | null {
  if (kind !== 'number') return kind === type;
  if (type === 'number') return true;
  return type === 'int' || type === 'float' ? null : false;
}
