/**
 * Checks of payloads as they arrive at the gateway, before any work: type and size of every field. A service takes only what its
 * checks let through, and so keeps only what it can read again.
 */
import * as v from 'valibot';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { PortError } from '#ports/errors.ts';
import { handlerOf } from './handler-of.ts';

/** The payload with its known fields. @throws PortError invalid-argument */
export type PayloadCheck<T = unknown> = (payload: unknown) => T;

/** Checks by operation and topic. */
export type PayloadChecks<Payloads = Readonly<Record<string, unknown>>> = {
  readonly [name in keyof Payloads]: PayloadCheck<Payloads[name]>;
};

/** The checked payload of an operation or topic. @throws PortError invalid-argument; unimplemented for an operation without a check */
export function checkedPayload(
  checks: PayloadChecks | undefined,
  service: string,
  operation: string,
  payload: unknown,
): unknown {
  const check = handlerOf(checks, operation);
  if (!check) throw new PortError('unimplemented', `${service} takes no payload for ${shown(operation)}.`);
  return check(payload);
}

/** A check by a schema of valibot: fields that the schema does not name are left out. */
export const checkBy =
  <T>(schema: v.GenericSchema<unknown, T>): PayloadCheck<T> =>
  (payload) => {
    const result = v.safeParse(schema, payload, { abortEarly: true, abortPipeEarly: true });
    if (result.success) return result.output;
    const [issue] = result.issues;
    throw invalid(v.getDotPath(issue), issue.message);
  };

/** A check by a function of a port. @throws its TypeErrors as invalid-argument */
export const checkWith =
  <T>(check: (payload: unknown) => T): PayloadCheck<T> =>
  (payload) => {
    try {
      return check(payload);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new PortError('invalid-argument', shown(cause.message), { cause });
    }
  };

const invalid = (field: string | null, message: string) =>
  new PortError('invalid-argument', shown(`The request’s ${field ?? 'payload'} can’t be used: ${message}`));

/** Texts from outside may be long. */
const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** A payload without fields. */
export const noPayload: PayloadCheck<null> = () => null;

export const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
/** An id that a client or this cloud has made. */
export const idText = text(300);
export const wholeNumber = (least = 0, most: number = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** An object of these fields; one that is `undefined` counts as absent. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(isPlainObject, 'an object is expected.'),
    v.transform((object) => {
      const known: Record<string, unknown> = {};
      for (const name in entries)
        if (Object.hasOwn(object, name) && object[name] !== undefined) known[name] = object[name];
      return known;
    }),
    v.object(entries),
  );

/** An object of any names with values of one kind. */
export const payloadRecord = <Value extends v.GenericSchema>(
  value: Value,
  { longestName, most }: { readonly longestName: number; readonly most: number },
) =>
  v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(
      (object) => isPlainObject(object) && Object.keys(object).length <= most,
      `an object of at most ${most} names is expected.`,
    ),
    v.record(text(longestName), value),
  );

/** An object whose `kind` says which fields it has. */
export const byKind = <Schemas extends Readonly<Record<string, v.GenericSchema>>>(schemas: Schemas) =>
  v.lazy((input): Schemas[keyof Schemas] => {
    const { kind } = isPlainObject(input) ? input : { kind: undefined };
    const schema = typeof kind === 'string' && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
    return (schema ?? v.never('there is no such kind.')) as Schemas[keyof Schemas];
  });

/** A field that a function of a port checks. @throws nothing: its TypeErrors are issues */
export const portField = <T>(check: (value: unknown) => T) =>
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }): T => {
      try {
        return check(dataset.value);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        addIssue({ message: error.message });
        return NEVER;
      }
    }),
  );
