/** Inputs of the callables, made from their schemas, so that a new call has some without a word here. */
import fc from 'fast-check';
import * as v from 'valibot';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { day } from '#domain/constants.ts';

/** Ids that an id field may have, by the field's name; `ids` for a field that is not named. */
export type Pools = Readonly<Record<string, readonly string[]>>;

interface Part {
  readonly type: string;
  readonly requirement?: unknown;
}
type Schema = v.GenericSchema & {
  readonly pipe?: readonly (Part | Schema)[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly unknown[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly literal?: unknown;
};

/** Ids of a certain length, of which there are none in a team’s pools. */
const digits: Pools = {
  feedId: ['a'.repeat(64), 'b'.repeat(64)],
  inviteId: ['a'.repeat(64), 'b'.repeat(64)],
  keyId: ['d'.repeat(64), 'e'.repeat(64)],
  token: ['c'.repeat(40)],
};

/** Arbitrary valid input of a schema. @throws Error for a kind of schema that no call had so far */
function valid(schema: Schema, field: string, pools: Pools): fc.Arbitrary<unknown> {
  const bounds = boundsOf(schema);
  switch (schema.type) {
    case 'object':
      return objects(schema.entries ?? {}, pools);
    case 'string':
      if (bounds.id) return fc.constantFrom(...(pools[field] ?? digits[field] ?? pools['ids'] ?? ['an-id']));
      if (field === 'address') return fc.constantFrom('noor@example.com', 'ola@mail.example.com');
      if (field === 'mailDomains')
        return fc.constantFrom('example.com', 'mail.example.com', 'xn--bcher-kva.example');
      // Filtering random text by a pattern would hardly ever end.
      if (bounds.pattern !== null)
        return fc.stringMatching(bounds.pattern).filter((words) => v.safeParse(schema, words).success);
      if (field === 'timezone' || field === 'allDayIn')
        return fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York');
      return fc
        .string({ unit: 'grapheme', minLength: bounds.least, maxLength: Math.min(bounds.most, 30) })
        .filter((words) => v.safeParse(schema, words).success);
    case 'number':
      // A command that is older is refused whatever else it says.
      if (field === 'ageMs') return fc.integer({ min: 0, max: 9 * 60_000 });
      return fc.integer({ min: bounds.min, max: Math.min(bounds.max, 2 ** 31) });
    case 'boolean':
      return fc.boolean();
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'literal':
      return fc.constant(schema.literal);
    case 'variant':
      return fc.oneof(...(schema.options ?? []).map((one) => valid(one as Schema, field, pools)));
    case 'nullable':
      return fc.oneof(fc.constant(null), valid(schema.wrapped as Schema, field, pools));
    case 'array':
      return fc.uniqueArray(valid(schema.item as Schema, field, pools), {
        minLength: bounds.least,
        maxLength: Math.min(bounds.most, 3),
      });
    default:
      throw new Error(`Say here what a schema of the type ${schema.type} takes (field ${field}).`);
  }
}

function objects(entries: Readonly<Record<string, Schema>>, pools: Pools): fc.Arbitrary<object> {
  const isOptional = ({ type }: Schema) => type === 'exact_optional' || type === 'optional';
  const fields = Object.entries(entries).map(([key, entry]): [string, fc.Arbitrary<unknown>] => [
    key,
    valid(isOptional(entry) ? (entry.wrapped as Schema) : entry, key, pools),
  ]);
  const requiredKeys = Object.keys(entries).filter((key) => !isOptional(entries[key] as Schema));
  return fc
    .record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
    .map((object) => ({ ...object, ...shortSpan(object) }));
}

/** Shorter than any span of an input may be. */
const shortMs = 7 * day;

/** The end of a span that lasts too long, moved to where any schema takes it. */
function shortSpan(object: object): { readonly endsAt?: number } {
  const { startsAt, endsAt } = object as { readonly startsAt?: unknown; readonly endsAt?: unknown };
  const isLong = typeof startsAt === 'number' && typeof endsAt === 'number' && endsAt - startsAt > shortMs;
  return isLong ? { endsAt: startsAt + shortMs } : {};
}

function boundsOf(schema: Schema) {
  const bounds = { id: false, pattern: null as RegExp | null, least: 0, most: 30, min: 0, max: 2 ** 31 };
  const look = (parts: readonly (Part | Schema)[]) => {
    for (const part of parts) {
      if ('pipe' in part && part !== schema) look(part.pipe ?? []);
      const requirement = 'requirement' in part ? Number(part.requirement) : 0;
      if (part.type === 'brand') bounds.id = true;
      if (part.type === 'regex') bounds.pattern = (part as Part).requirement as RegExp;
      if (part.type === 'min_length') bounds.least = requirement;
      if (part.type === 'max_length') bounds.most = requirement;
      if (part.type === 'min_value') bounds.min = requirement;
      if (part.type === 'max_value') bounds.max = requirement;
    }
  };
  look(schema.pipe ?? []);
  return bounds;
}

/** Inputs that the call's schema takes, with ids from the pools. */
export function inputsOf(name: CommandName, pools: Pools = {}): fc.Arbitrary<Record<string, unknown>> {
  return valid(commandCatalogue[name].input as unknown as Schema, name, pools) as fc.Arbitrary<
    Record<string, unknown>
  >;
}

/** A few of them, the same each time. */
export const validInputs = (name: CommandName): readonly Record<string, unknown>[] =>
  fc.sample(inputsOf(name), { seed: 7, numRuns: 12 });

export type FieldPath = readonly (string | number)[];

/** Paths of all fields of an input, items of lists included. */
export function fieldsOf(value: unknown, path: FieldPath = []): readonly FieldPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, n) => [n, item] as const)
    : Object.entries(value);
  return parts.flatMap(([key, part]) => [[...path, key], ...fieldsOf(part, [...path, key])]);
}

/** Copy of an input with another value in one of its fields. */
export function replaced(value: unknown, [key, ...rest]: FieldPath, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, n) => (n === key ? replaced(item, rest, by) : item));
  const entries = Object.entries(value as object).map(([name, part]: [string, unknown]) => [
    name,
    name === key ? replaced(part, rest, by) : part,
  ]);
  return Object.fromEntries(entries) as unknown;
}
