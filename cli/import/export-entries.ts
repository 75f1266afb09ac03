/** Entries of an export: each is checked, and one that does not fit is noted. */
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import type { ImportNotes } from './imported.ts';

const mostEntries = 20_000;

/** An entry of a file, not checked yet. */
export interface RawEntry {
  readonly file: string;
  readonly value: unknown;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Entries that fit the schema, one for each id: of two with the same id `better` chooses. */
export function checkedEntries<S extends v.GenericSchema<unknown, { readonly id: string }>>(
  kind: string,
  entries: readonly RawEntry[],
  schema: S,
  notes: ImportNotes,
  better: (one: v.InferOutput<S>, other: v.InferOutput<S>) => v.InferOutput<S> = (one) => one,
): readonly v.InferOutput<S>[] {
  if (entries.length > mostEntries)
    throw new CliError(
      'usage',
      `There are ${entries.length} ${kind}s. Import at most ${mostEntries} at once.`,
    );
  const byId = new Map<string, v.InferOutput<S>>();
  for (const { file, value } of entries) {
    const result = v.safeParse(schema, value);
    if (result.success) {
      const entry = result.output;
      const before = byId.get(entry.id);
      byId.set(entry.id, before === undefined ? entry : better(before, entry));
    } else {
      const [issue] = result.issues;
      notes.leftOut(
        `${kind} ${labelOf(value)} in ${file}`,
        `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`,
      );
    }
  }
  return [...byId.values()];
}

function labelOf(value: unknown): string {
  const labels = isRecord(value) ? [value['name'], value['id']] : [];
  const label = labels.find((one) => typeof one === 'string');
  return label !== undefined ? `“${label.slice(0, 80)}”` : 'without a name';
}

/** Fields that have a value and are not in `known`: nothing is left out in silence. */
export function noteFields(
  place: string,
  entry: object,
  known: readonly string[],
  notes: ImportNotes,
  sentences: Readonly<Record<string, string>> = {},
): void {
  for (const [field, value] of Object.entries(entry)) {
    if (known.includes(field) || isNothing(value)) continue;
    notes.leftOut(place, sentences[field] ?? `its “${field.slice(0, 80)}” has no place in Muster.`);
  }
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.values(value).every(isNothing));
