/** Schemas of kept records: the fields that a service relies on. Others may be there, as of another version. */
import * as v from 'valibot';

/** A reader of kept values. @throws TypeError naming the field that can't be read */
export const storedAs =
  <T>(schema: v.GenericSchema) =>
  (value: unknown): T => {
    const result = v.safeParse(schema, value, { abortEarly: true });
    if (result.success) return value as T;
    const [issue] = result.issues;
    throw new TypeError(`${v.getDotPath(issue) ?? 'The value'} is not as it was written: ${issue.message}.`);
  };

export const storedNumber = v.pipe(v.number(), v.finite());
export const storedBytes = v.instance(Uint8Array);
