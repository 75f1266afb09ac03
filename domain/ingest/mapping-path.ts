/**
 * Path of a part of a message: names joined by dots, indexes of lists in brackets, and any other name as a JSON text in brackets:
 * `alert.tags[0]`, `labels["kubernetes.io/name"]`. A path is looked up and never evaluated: own fields and indexes only, so that nothing
 * of a prototype is reached.
 */
import * as v from 'valibot';
import { settingsLimits } from '../settings-limits.ts';

/** Names without blanks, dots and brackets, in any letters. */
const plainName = /^[\p{L}\p{M}\p{N}_$@:/-]{1,60}$/u;
/** A step: a name, with a dot before it unless it is the first; an index; a name in quotes. */
const step = /(\.?)([\p{L}\p{M}\p{N}_$@:/-]{1,60})|\[(\d{1,4})\]|\[("(?:[^"\\]|\\.)*")\]/uy;
const mostSteps = 10;
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names and indexes of a path; null for what is no path. */
export function stepsOf(path: string): readonly string[] | null {
  const steps: string[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < path.length) {
    const isFirst = step.lastIndex === 0;
    const [, dot = '', name, index, quoted] = step.exec(path) ?? [];
    const found = name ?? index ?? (quoted === undefined ? null : nameIn(quoted));
    if (found === null || (name !== undefined && isFirst === (dot === '.'))) return null;
    steps.push(found);
  }
  return steps.length > 0 && steps.length <= mostSteps ? steps : null;
}

/** Null for what is no JSON text, such as one with an escape that JSON lacks. */
function nameIn(quoted: string): string | null {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null;
  }
}

/** The path of names and of indexes, which are numbers; the opposite of `stepsOf`. */
export const mappingPathOf = (steps: readonly (string | number)[]): string =>
  steps
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!plainName.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');

export const mappingPathSchema = v.pipe(
  v.string(),
  v.maxLength(settingsLimits.mappingPath, `Use at most ${settingsLimits.mappingPath} characters.`),
  v.check(
    (path) => stepsOf(path) !== null,
    'Use names joined by dots, with indexes in brackets, at most 10 deep: alert.tags[0]. Other names stand in quotes and brackets: ["Alert Name"].',
  ),
  v.check(
    (path) => !(stepsOf(path) ?? []).some((name) => prototypeNames.has(name)),
    'Names of a prototype can’t be read.',
  ),
);

/** The part at a path; undefined where there is none. */
export function partAt(body: unknown, path: string): unknown {
  let part = body;
  for (const name of stepsOf(path) ?? []) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return part;
}

export interface MessageValue {
  readonly path: string;
  /** Last name of the path. */
  readonly name: string;
  readonly text: string;
}

/** Texts, numbers, true and false of a message with their paths, in its order: as many as `most`. */
export function valuesIn(body: unknown, most: number): readonly MessageValue[] {
  const values: MessageValue[] = [];
  const visit = (part: unknown, steps: readonly (string | number)[]): void => {
    if (values.length >= most) return;
    if (typeof part === 'object' && part !== null) {
      if (steps.length === mostSteps) return;
      if (Array.isArray(part))
        part.slice(0, most).forEach((element, index) => visit(element, [...steps, index]));
      else for (const [name, value] of Object.entries(part)) visit(value, [...steps, name]);
      return;
    }
    const path = mappingPathOf(steps);
    if (part === null || part === undefined || !v.is(mappingPathSchema, path)) return;
    values.push({
      path,
      name: String(steps.findLast((name) => typeof name === 'string') ?? path),
      text: String(part),
    });
  };
  visit(body, []);
  return values;
}
