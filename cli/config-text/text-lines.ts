/** Lines of a plan and of a file, for people. */
import type { ConfigPlan } from './plan.ts';

export const schemaLine = '# yaml-language-server: $schema=./muster-config.schema.json';

export function planLines({ changes, removals, obstacles }: ConfigPlan): readonly string[] {
  if (changes.length === 0 && removals.length === 0) return ['Nothing to change.'];
  return [
    ...changes.map(({ kind, id, name, revision, fields }) =>
      revision === null ? `+ ${kind}.${id} “${name}”` : `~ ${kind}.${id} “${name}”: ${fields.join(', ')}`,
    ),
    ...removals.map(({ kind, id, name }) => `- ${kind}.${id} “${name}”`),
    ...obstacles.map((obstacle) => `! ${obstacle}`),
  ];
}
