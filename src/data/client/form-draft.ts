/** Drafts of forms: the typed values with the revision and the values that they started from. */
import * as v from 'valibot';

export interface FormDraft<Values> {
  /** Revision of the entity; 0: a new one. */
  readonly revision: number;
  readonly from: Values;
  readonly values: Values;
}

export const writeFormDraft = (draft: FormDraft<unknown>): string => JSON.stringify(draft);

/** Null for none, and for one whose values have other types than the form's schema. Its rules are not asked: a draft may be incomplete. */
export function readFormDraft<Values>(
  schema: v.GenericSchema<Values>,
  draft: string,
): FormDraft<Values> | null {
  const values = typesOf(schema);
  try {
    const read = v.safeParse(v.object({ revision: v.number(), from: values, values }), JSON.parse(draft));
    return read.success ? (read.output as FormDraft<Values>) : null;
  } catch {
    return null;
  }
}

type Schema = v.GenericSchema & {
  readonly pipe?: readonly [Schema, ...unknown[]];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
};

/** The schema without its rules: types alone. An empty number field is NaN, which JSON has as null. */
function typesOf(schema: Schema): v.GenericSchema {
  const { type, pipe, entries = {}, item, wrapped, options = [] } = schema;
  switch (type) {
    case 'object':
      return v.object(
        Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, typesOf(entry)])),
      );
    case 'array':
      return v.array(typesOf(item as Schema));
    case 'nullable':
      return v.nullable(typesOf(wrapped as Schema));
    case 'optional':
    case 'exact_optional':
      return v.optional(typesOf(wrapped as Schema));
    case 'union':
      return v.union(options.map((option) => typesOf(option as Schema)));
    case 'number':
      return v.pipe(
        v.nullable(v.number()),
        v.transform((number) => number ?? Number.NaN),
      );
    default:
      return pipe === undefined ? schema : typesOf(pipe[0]);
  }
}
