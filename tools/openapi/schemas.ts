/** JSON Schema (2020-12) of the domain's schemas. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Checks that JSON Schema can't express (transformations, checks by code) are left out: the server makes them. */
const shared = { target: 'draft-2020-12', errorMode: 'ignore' } as const;

/** Of what a caller sends. */
export const inputSchemaOf = (schema: v.GenericSchema): object =>
  cleaned(toJsonSchema(schema, { ...shared, typeMode: 'input' }));

/** Of what the server answers: a field with a default is always there. */
export const outputSchemaOf = (schema: v.GenericSchema): object =>
  cleaned(toJsonSchema(schema, { ...shared, typeMode: 'output' }));

/** Without the mark of the dialect, which the document has once. */
function cleaned({ $schema: _dialect, ...schema }: object & { readonly $schema?: unknown }): object {
  return schema;
}
