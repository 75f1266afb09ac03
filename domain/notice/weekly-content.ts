/** Content of the weekly notice of what is missing in a team's readiness. */
import { limits } from '../constants.ts';
import { isAllWell, type WeeklyReadiness } from '../readiness/weekly.ts';
import type { NoticeContent } from './schema.ts';

/** Null: nothing is missing, and nothing is said. */
export function weeklyContent(
  found: WeeklyReadiness,
): Extract<NoticeContent, { kind: 'weeklyReadiness' }> | null {
  if (isAllWell(found)) return null;
  const { people, silentPeople, gaps, emptySteps } = found;
  const first = <T>(all: readonly T[]): T[] => all.slice(0, limits.noticeMissing);
  return {
    kind: 'weeklyReadiness',
    people: first(people),
    gaps: first(gaps),
    emptySteps: first(emptySteps),
    silentPeople,
    totals: { people: people.length, gaps: gaps.length, emptySteps: emptySteps.length },
  };
}
