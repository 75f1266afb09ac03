/** A mapping as its form has it: an empty path where the mapping has none. */
import * as v from 'valibot';
import { type JsonMapping, jsonMappingSchema } from '#domain/ingest/json-mapping.ts';

const { summary: path, severity, action, links, labels } = jsonMappingSchema.entries;
const noPath = v.literal('');
const optionalPath = v.lazy((typed): typeof noPath | typeof path => (typed === '' ? noPath : path));

export const mappingFormSchema = v.object({
  summary: path,
  dedupKey: optionalPath,
  severityPath: optionalPath,
  severityValues: severity.wrapped.entries.values,
  actionPath: optionalPath,
  actionValues: action.wrapped.entries.values,
  links,
  labels,
});
export type MappingValues = v.InferInput<typeof mappingFormSchema>;

export const mappingValuesOf = ({
  summary,
  dedupKey,
  severity: severe,
  action: acts,
  ...lists
}: JsonMapping): MappingValues => ({
  summary,
  dedupKey: dedupKey ?? '',
  severityPath: severe?.path ?? '',
  severityValues: severe?.values ?? [],
  actionPath: acts?.path ?? '',
  actionValues: acts?.values ?? [],
  ...lists,
});

const isWritten = ({ value }: { readonly value: string }): boolean => value !== '';

/** Rows in which nothing is written yet are left out. */
export const mappingOf = (values: MappingValues): JsonMapping => ({
  summary: values.summary,
  dedupKey: values.dedupKey || null,
  severity:
    values.severityPath === ''
      ? null
      : { path: values.severityPath, values: values.severityValues.filter(isWritten) },
  action:
    values.actionPath === ''
      ? null
      : { path: values.actionPath, values: values.actionValues.filter(isWritten) },
  links: values.links.filter(({ path, text }) => path + text !== ''),
  labels: values.labels.filter(({ name, path }) => name + path !== ''),
});
