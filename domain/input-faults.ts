/**
 * Plain sentences for what a schema refuses, where the schema has none of its own. Given to every check, so that no schema can
 * show the validator's words.
 */
import * as v from 'valibot';

const count = (value: unknown) => Number(value).toLocaleString('en');

/** Sentences by the issue's type. Any other type gets a general sentence. */
const sentences: Readonly<Record<string, (issue: v.BaseIssue<unknown>) => string>> = {
  string: () => 'This must be text.',
  number: () => 'This must be a number.',
  boolean: () => 'This must be yes or no.',
  array: () => 'This must be a list.',
  picklist: oneOf,
  literal: oneOf,
  variant: oneOf,
  integer: () => 'Use a whole number.',
  finite: () => 'Use a finite number.',
  min_value: ({ requirement }) => `Use ${count(requirement)} or more.`,
  max_value: ({ requirement }) => `Use ${count(requirement)} or less.`,
  min_length: ({ input, requirement }) =>
    Array.isArray(input)
      ? `Choose at least ${count(requirement)}.`
      : Number(requirement) === 1
        ? 'This can’t be empty.'
        : `Use at least ${count(requirement)} characters.`,
  max_length: ({ input, requirement }) =>
    Array.isArray(input)
      ? `Choose at most ${count(requirement)}.`
      : `Use at most ${count(requirement)} characters.`,
};

/** The sentence for an issue whose schema brings none. */
export function faultSentence(issue: v.BaseIssue<unknown>): string {
  // A field that is absent is an issue of the object around it.
  if (issue.input === undefined) return 'This is missing. Fill it in.';
  return sentences[issue.type]?.(issue) ?? 'This is not in a form that Muster understands.';
}

/** The options are those of the schema, never what was sent. */
function oneOf({ input, expected }: v.BaseIssue<unknown>): string {
  if (typeof input === 'object' && input !== null && !Object.hasOwn(input, 'kind'))
    return 'This is not in a form that Muster understands.';
  const options = [...(expected ?? '').matchAll(/"([^"]*)"/gu)].map(([, option]) => option);
  return options.length === 0
    ? 'This is not in a form that Muster understands.'
    : `Use one of these: ${options.join(', ')}.`;
}

/** Labels by the name of the field; any other field shows the words of its name. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Place of the fault, in the words of the screen: `Page, item 2, Policy`. Empty for the whole of it. Without labels: its path. */
export function faultPlace(issue: v.BaseIssue<unknown>, labels: FieldLabels | null): string {
  if (labels === null) return v.getDotPath(issue) ?? '';
  return (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `item ${key + 1}` : fieldLabel(String(key), labels)))
    .join(', ');
}

/** The label of a field, else the words of its name: `incidentId` is Incident. */
export function fieldLabel(field: string, labels: FieldLabels): string {
  if (Object.hasOwn(labels, field)) return labels[field] ?? field;
  const words = field
    .replace(/Id$/u, '')
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
