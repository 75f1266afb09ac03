/** Differences of another policy for a person of a past page, in words. */
import type { ReplayedPerson } from './page-replay.ts';

export const replayWords: Readonly<Record<ReplayedPerson['change'], string>> = {
  gained: 'Gained',
  lost: 'Lost',
  earlier: 'Earlier',
  later: 'Later',
  same: 'Same',
  'by-hand': 'By hand',
};

/** “at once before, after 5 min with this policy”. */
export function replayText(person: ReplayedPerson): string {
  const { handedOverTo: policy } = person;
  return policy === null ? changeText(person) : `${changeText(person)}, handed over to “${policy}”`;
}

function changeText({ change, before, after }: ReplayedPerson): string {
  switch (change) {
    case 'gained':
      return `not paged then, ${offset(after)} with this policy`;
    case 'lost':
      return `${offset(before)} then, not paged with this policy`;
    case 'same':
      return `${offset(before)}, then and with this policy`;
    case 'by-hand':
      return `the page was handed to them, ${offset(before)}: a policy does not repeat that`;
    case 'earlier':
    case 'later':
      return `${offset(before)} then, ${offset(after)} with this policy`;
  }
}

const offset = (minutes: number | null): string => (minutes ? `after ${minutes} min` : 'at once');
