/** A mapping as its form has it: an empty path where the mapping has none. */
import * as v from 'valibot';
import { type JsonMapping, jsonMappingSchema } from '#domain/ingest/json-mapping.ts';

const { summary: path, severity, action, links, labels } = jsonMappingSchema.entries;
const optionalPath = v.union([v.literal(''), path], path.pipe[1].message as string);

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

const draftSchema = v.object({
  ...Object.fromEntries(
    (['summary', 'dedupKey', 'severityPath', 'actionPath'] as const).map((name) => [name, v.string()]),
  ),
  severityValues: v.array(v.object({ value: v.string(), means: v.string() })),
  actionValues: v.array(v.object({ value: v.string(), means: v.string() })),
  links: v.array(v.object({ path: v.string(), text: v.string() })),
  labels: v.array(v.object({ name: v.string(), path: v.string() })),
});

/** Null where the draft is of another form. */
export function readMappingDraft(draft: string): MappingValues | null {
  try {
    const read = v.safeParse(draftSchema, JSON.parse(draft));
    return read.success ? (read.output as MappingValues) : null;
  } catch {
    return null;
  }
}
