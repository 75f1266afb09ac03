/** Compiled routing rules, kept between messages: a storm compiles them once. */
import { prepareRules, type PreparedRules } from '#domain/routing/prepare.ts';
import { patternsFor } from '#api/load-patterns.ts';

/** Rule sets kept. By their content: whose they are doesn't matter. */
const mostKept = 20;
const prepared = new Map<string, PreparedRules>();

export async function preparedRules(rules: readonly unknown[]): Promise<PreparedRules> {
  const key = JSON.stringify(rules);
  const known = prepared.get(key);
  if (known) return known;
  const compile = await patternsFor(rules);
  const made = prepareRules(rules, compile);
  if (prepared.size >= mostKept) prepared.clear();
  // Broken ones are tried anew: RE2 may load at the next message.
  if (made.broken.length === 0) prepared.set(key, made);
  return made;
}
