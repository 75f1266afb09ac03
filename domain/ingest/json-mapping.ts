/** Mapping of plain JSON of any sender: paths of the body to the parts of an alert (`mapping-path.ts`). */
import * as v from 'valibot';
import { alertSeveritySchema, labelNameSchema } from '../alert/schema.ts';
import { textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { mappingPathSchema } from './mapping-path.ts';

/** Meanings of the body's values; case is ignored. */
const valuesSchema = <M extends v.GenericSchema>(means: M) =>
  v.pipe(
    v.array(v.object({ value: textSchema(limits.name), means })),
    v.maxLength(settingsLimits.mappingValues, `Use at most ${settingsLimits.mappingValues} values.`),
  );
const actionSchema = v.picklist(['trigger', 'acknowledge', 'resolve']);

export const jsonMappingSchema = v.object({
  summary: mappingPathSchema,
  /** Null: the summary tells one alert from another. */
  dedupKey: v.nullable(mappingPathSchema),
  /** Null: always an error. A value that the table lacks is read as a word such as critical or warning. */
  severity: v.nullable(v.object({ path: mappingPathSchema, values: valuesSchema(alertSeveritySchema) })),
  /** Null: every message opens an alert, or adds to it; so does a value that the table lacks. */
  action: v.nullable(v.object({ path: mappingPathSchema, values: valuesSchema(actionSchema) })),
  links: v.pipe(
    v.array(v.object({ path: mappingPathSchema, text: textSchema(limits.name) })),
    v.maxLength(settingsLimits.mappingLinks, `Use at most ${settingsLimits.mappingLinks} links.`),
  ),
  labels: v.pipe(
    v.array(v.object({ name: v.pipe(textSchema(limits.name), labelNameSchema), path: mappingPathSchema })),
    v.maxLength(settingsLimits.mappingLabels, `Use at most ${settingsLimits.mappingLabels} labels.`),
  ),
});
export type JsonMapping = v.InferOutput<typeof jsonMappingSchema>;

/** Mapping of a new integration, until an admin changes it. */
export const defaultJsonMapping: JsonMapping = {
  summary: 'summary',
  dedupKey: 'id',
  severity: { path: 'severity', values: [] },
  action: {
    path: 'status',
    values: [
      { value: 'ok', means: 'resolve' },
      { value: 'resolved', means: 'resolve' },
      { value: 'acknowledged', means: 'acknowledge' },
    ],
  },
  links: [{ path: 'url', text: 'Source' }],
  labels: [],
};
