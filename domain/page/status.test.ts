/** Random histories of pages keep to the state table; each move in it is reached. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { advance, isDue } from './engine.ts';
import { changePage, type PageCommand } from './transitions.ts';
import { begin, minutes, policyOf, start, step, team } from './page.fixture.ts';
import { expectationOf } from './expectation.ts';
import type { Page } from './schema.ts';
import { pageStates } from './status.ts';

/** States of the page after the act, one for each move. */
function act(page: Page, kind: PageCommand['kind'] | 'tick', by: string, now: number): readonly Page[] {
  if (kind === 'tick') return isDue(page, now) ? steps(page, now) : [];
  const input = { kind, reason: '', to: 'sam', minutes: 30, expected: expectationOf(page) };
  const outcome = changePage(page, input, { by, now, people: team() });
  return outcome.ok ? [outcome.state] : [];
}

function steps(page: Page, now: number): readonly Page[] {
  const next = advance(page, team()).state;
  return [next, ...(isDue(next, now) ? steps(next, now) : [])];
}

type Act = [kind: PageCommand['kind'] | 'tick', by: string, waitedMinutes: number];

const acts = fc.array(
  fc.tuple(
    fc.constantFrom<PageCommand['kind'] | 'tick'>(
      'tick',
      'tick',
      'acknowledge',
      'decline',
      'escalate',
      'escalate',
      'hand-over',
      'repage',
      'hand-back',
      'snooze',
      'cancel',
    ),
    fc.constantFrom('ada', 'lin', 'fay', 'owen'),
    fc.integer({ min: 0, max: 45 }),
  ),
  { maxLength: 20 },
);

/** An acknowledgement times out when everybody has declined: too rare to be drawn in each run. */
const timeoutWithoutRecipients: Act[] = [
  ...['ada', 'lin', 'fay', 'owen'].map((userId): Act => ['decline', userId, 0]),
  ['acknowledge', 'ada', 0],
  ['tick', 'ada', 45],
];

test('pages change their status exactly as in the table', () => {
  const seen = new Set<string>();
  assertProperty(
    fc.property(acts, fc.nat({ max: 1 }), (history, repeat) => {
      let page = begin(policyOf([step(['ada', 'lin']), step(['gone'])], repeat)).state;
      let now = start;
      for (const [what, userId, waited] of history) {
        now += minutes(waited);
        for (const next of act(page, what, userId, now)) {
          if (next.status !== page.status) seen.add(`${page.status} ${next.status}`);
          page = next;
        }
      }
    }),
    { numRuns: 500, examples: [[timeoutWithoutRecipients, 0]] },
  );
  // A new page is pending for no longer than its first tick, which runs when it starts.
  const moves = Object.entries(pageStates).flatMap(([from, to]) => to.map((next) => `${from} ${next}`));
  expect([...seen].filter((move) => !moves.includes(move))).toEqual([]);
  expect(moves.filter((move) => !move.startsWith('pending') && !seen.has(move))).toEqual([]);
});
