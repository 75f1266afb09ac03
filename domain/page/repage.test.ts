import { expect, test } from 'vitest';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';
import { whyNotRepaged } from './repage.ts';
import type { Page } from './schema.ts';
import { tick } from './engine.ts';
import { changePage, type PageOutcome } from './transitions.ts';

const now = start + minutes(100);
const again = (page: Page, people = team()): PageOutcome =>
  changePage(page, { kind: 'repage' }, { by: 'ada', now, people });
const begun = begin(policyOf([step(['gone']), step(['ada', 'lin']), step(['sam'])], 1));
const taken = changePage(begun.state, { kind: 'acknowledge' }, { by: 'ada', now: start + minutes(1) });
const accepted = (outcome: PageOutcome) => {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
};

test('an unanswered page that is paged again asks from its first step, in its first round', () => {
  const over = tick(begun.state, team(), now).state;
  expect(over).toMatchObject({ status: 'exhausted', loop: 1 });
  const asked = accepted(again(over));
  expect(asked.state).toMatchObject({
    status: 'notifying',
    step: 1,
    loop: 0,
    phase: 'policy',
    endedAt: null,
    nextAt: now + minutes(5),
  });
  expect(notified(asked)).toEqual(['ada@100', 'lin@100']);
  expect(changes(asked)).toEqual(['repaged', 'skipped', 'notified']);
  expect(asked.events[0]).toMatchObject({ at: now, by: 'ada' });
});

test('the acknowledgement of a page that is paged again no longer counts', () => {
  const asked = accepted(again(accepted(taken).state));
  expect(asked.state).toMatchObject({ status: 'notifying', acknowledgements: [] });
  expect(tick(asked.state, team(), now + minutes(5)).state.waitingFor).toEqual(['sam']);
});

test('a member who declined is not notified again', () => {
  const declined = accepted(
    changePage(
      begun.state,
      { kind: 'decline', reason: '' },
      { by: 'lin', now: start + minutes(1), people: team() },
    ),
  );
  const over = tick(declined.state, team(), now).state;
  expect(notified(accepted(again(over)))).toEqual(['ada@100']);
});

test('an acknowledgement is kept where no one would be asked', () => {
  const nobody = { find: () => [], fallback: () => [], owners: () => [] };
  expect(again(accepted(taken).state, nobody)).toMatchObject({ error: { code: 'no_one_on_call' } });
});

test('a page that asks, waits, has ended or is a drill can’t be paged again', () => {
  expect(again(begun.state)).toMatchObject({
    error: { code: 'illegal_transition', message: 'This page is asking already. Escalate it instead.' },
  });
  const ended = changePage(begun.state, { kind: 'cancel', reason: '' }, { by: 'ada', now });
  expect(again(accepted(ended).state)).toMatchObject({ error: { code: 'already_resolved' } });
  expect(again({ ...begun.state, status: 'pending' })).toMatchObject({ error: { from: 'pending' } });
  const drill = { kind: 'drill', to: { channel: 'push', target: 'd' } } as const;
  expect(again({ ...accepted(taken).state, subject: drill })).toMatchObject({
    error: { code: 'illegal_transition' },
  });
  expect(whyNotRepaged(accepted(taken).state, { status: 'resolved' })).toBe(
    'This incident is resolved: nobody is paged for it.',
  );
  expect(whyNotRepaged(accepted(taken).state, { status: 'triage' })).toBeNull();
});
