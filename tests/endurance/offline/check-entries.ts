/** Comparison of what was done in a room with what the server has. */
import type { TimelineEvent } from '#domain/timeline/schema.ts';

/** A change as it was given in the room. */
export type Given =
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'task'; readonly text: string }
  | { readonly kind: 'severity'; readonly to: string };

export const nameOf = (change: Given): string =>
  change.kind === 'severity' ? `severity ${change.to}` : `${change.kind} ${change.text}`;

/** The same change in the timeline; null for an entry of another kind. */
const entryName = (entry: TimelineEvent): string | null => {
  if (entry.kind === 'comment') return `comment ${entry.body}`;
  if (entry.kind === 'task') return `task ${entry.text}`;
  return entry.kind === 'severity' ? `severity ${entry.to}` : null;
};

/** Lost, doubled or misordered entries; empty if there are none. `timeline`: in its order. */
export function checkEntries(
  given: readonly Given[],
  timeline: readonly TimelineEvent[],
  by: string,
): readonly string[] {
  const landed = timeline
    .filter(({ createdBy }) => createdBy === by)
    .flatMap((entry) => entryName(entry) ?? []);
  const wanted = given.map(nameOf);
  const count = (list: readonly string[], name: string) => list.filter((one) => one === name).length;
  const wrong = [...new Set([...wanted, ...landed])].flatMap((name) => {
    const [there, expected] = [count(landed, name), count(wanted, name)];
    return there === expected ? [] : [`${name}: given ${expected} times, there ${there} times`];
  });
  if (wrong.length > 0) return wrong;
  const at = wanted.findIndex((name, index) => landed[index] !== name);
  return at < 0
    ? []
    : [`${landed[at]} is in the place of ${wanted[at]} (change ${at + 1} of ${wanted.length})`];
}
