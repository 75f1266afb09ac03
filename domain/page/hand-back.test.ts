import { expect, test } from 'vitest';
import { tick } from './engine.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';
import type { Page } from './schema.ts';
import { changePage, type PageOutcome } from './transitions.ts';

const accepted = (outcome: PageOutcome) => {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
};
const begun = begin(policyOf([step(['ada']), step(['lin', 'sam']), step(['mia'])]));
const atSecond = tick(begun.state, team(), start + minutes(5)).state;
const taken = accepted(
  changePage(atSecond, { kind: 'acknowledge' }, { by: 'lin', now: start + minutes(6) }),
).state;
const back = (page: Page, by: string, people = team()) =>
  changePage(page, { kind: 'hand-back' }, { by, now: start + minutes(20), people });

test('a page that is given back asks at its position for the full time of the step, and continues', () => {
  const given = accepted(back(taken, 'lin'));
  expect(given.state).toMatchObject({
    status: 'notifying',
    step: 1,
    loop: 0,
    acknowledgements: [],
    endedAt: null,
    nextAt: start + minutes(25),
  });
  expect(notified(given)).toEqual(['lin@20', 'sam@20']);
  expect(changes(given)).toEqual(['handed-back', 'notified']);
  expect(given.events[0]).toMatchObject({ at: start + minutes(20), by: 'lin' });
  expect(notified(tick(given.state, team(), start + minutes(25)))).toEqual(['mia@25']);
});

test('a page can be given back only by its holder, and not by the holder of a drill', () => {
  expect(back(taken, 'sam')).toMatchObject({ error: { code: 'forbidden' } });
  expect(back(atSecond, 'lin')).toMatchObject({ error: { code: 'forbidden' } });
  expect(
    back({ ...taken, subject: { kind: 'drill', to: { channel: 'push', target: 'd' } } }, 'lin'),
  ).toMatchObject({
    error: { code: 'forbidden' },
  });
});

test('a page without anyone else to ask stays with its holder', () => {
  const nobody = { find: () => [], fallback: () => [], owners: () => [] };
  expect(back(taken, 'lin', nobody)).toMatchObject({ error: { code: 'no_one_on_call' } });
});
