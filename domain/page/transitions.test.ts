import { describe, expect, test } from 'vitest';
import { type PageOutcome, changePage } from './transitions.ts';
import type { PageChanged } from './effects.ts';
import { tick } from './engine.ts';
import { whyNotEscalated } from './escalate.ts';
import { expectationOf } from './expectation.ts';
import type { PageExpectation } from './expectation-schema.ts';
import { forecast } from './forecast.ts';
import type { Page } from './schema.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';

const now = start + minutes(2);
function done(outcome: PageOutcome): PageChanged {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

describe('acknowledging a page', () => {
  const begun = begin(policyOf([step(['ada', 'lin'])]));

  test('stops the page, settles all notifications and changes the subject', () => {
    const taken = done(changePage(begun.state, { kind: 'acknowledge' }, { by: 'lin', now }));
    expect(taken.state).toMatchObject({
      status: 'acknowledged',
      endedAt: now,
      nextAt: now + minutes(30),
      waitingFor: [],
    });
    expect(taken.effects).toEqual([
      { kind: 'settle', pageId: 'p', userIds: ['ada', 'lin'] },
      { kind: 'acknowledge-subject', subject: { kind: 'alert', alertId: 'a' }, userId: 'lin' },
    ]);
    expect(notified(tick(taken.state, team(), now + minutes(29)))).toEqual([]);
  });

  test('is rejected the second time, with the first holder’s name', () => {
    const taken = done(changePage(begun.state, { kind: 'acknowledge' }, { by: 'lin', now }));
    expect(changePage(taken.state, { kind: 'acknowledge' }, { by: 'ada', now })).toMatchObject({
      error: { code: 'already_acknowledged', by: 'lin' },
    });
  });

  test('is allowed to any responder, even after everyone was asked without an answer', () => {
    expect(changePage(begun.state, { kind: 'acknowledge' }, { by: 'sam', now })).toMatchObject({
      state: { status: 'acknowledged' },
    });
    const exhausted = tick(begun.state, team(), start + minutes(1_000)).state;
    expect(exhausted.status).toBe('exhausted');
    expect(
      changePage(exhausted, { kind: 'acknowledge' }, { by: 'sam', now: start + minutes(1_001) }),
    ).toMatchObject({
      state: { status: 'acknowledged' },
    });
  });

  test('by all required members counts with the last answer', () => {
    const both = begin(policyOf([step(['ada', 'lin'], { acknowledgedBy: 'all' })]));
    const half = done(changePage(both.state, { kind: 'acknowledge' }, { by: 'ada', now }));
    expect(half.state).toMatchObject({ status: 'notifying', nextAt: start + minutes(5) });
    expect(changes(half)).toEqual(['answered']);
    expect(changePage(half.state, { kind: 'acknowledge' }, { by: 'ada', now })).toMatchObject({
      error: { code: 'already_acknowledged', by: 'ada' },
    });
    expect(changePage(half.state, { kind: 'acknowledge' }, { by: 'lin', now })).toMatchObject({
      state: { status: 'acknowledged' },
    });
    expect(notified(tick(half.state, team(), start + minutes(5)))).toEqual(['fay@5']);
  });
});

describe('declining a page', () => {
  test('waits for the others of the step, and escalates without anyone left', () => {
    const begun = begin(policyOf([step(['ada', 'lin']), step(['sam'])]));
    const one = done(
      changePage(begun.state, { kind: 'decline', reason: 'On a train' }, { by: 'ada', now, people: team() }),
    );
    expect(one.state).toMatchObject({ status: 'notifying', waitingFor: ['lin'], nextAt: start + minutes(5) });
    const two = done(
      changePage(one.state, { kind: 'decline', reason: '' }, { by: 'lin', now, people: team() }),
    );
    expect(notified(two)).toEqual(['sam@2']);
    expect(two.events[0]).toMatchObject({ by: 'lin', entry: { change: 'declined' } });
  });

  test('excludes the member from every later loop and the fallback', () => {
    const begun = begin(policyOf([step(['ada']), step(['ada', 'lin'])], 1), team(['ada', 'fay']));
    const one = done(
      changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() }),
    );
    const rest = tick(one.state, team(['ada', 'fay']), start + minutes(1_000));
    expect([...notified(one), ...notified(rest)].map((entry) => entry.split('@')[0])).toEqual([
      'lin',
      'lin',
      'fay',
      'owen',
    ]);
  });

  test('escalates where all answers were required', () => {
    const begun = begin(policyOf([step(['ada', 'lin'], { acknowledgedBy: 'all' }), step(['sam'])]));
    expect(
      notified(
        done(changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() })),
      ),
    ).toEqual(['sam@2']);
  });

  test('asks the next member of a round robin before an escalation', () => {
    const begun = begin(policyOf([step(['ada', 'lin'], { mode: 'round-robin' }), step(['sam'])]));
    const one = done(
      changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() }),
    );
    expect(notified(one)).toEqual(['lin@2']);
    expect(
      notified(
        done(changePage(one.state, { kind: 'decline', reason: '' }, { by: 'lin', now, people: team() })),
      ),
    ).toEqual(['sam@2']);
  });

  test('passes on the decliner’s acknowledged page and leaves another holder’s alone', () => {
    const begun = begin(policyOf([step(['ada', 'lin']), step(['sam'])]));
    const taken = done(changePage(begun.state, { kind: 'acknowledge' }, { by: 'ada', now }));
    expect(
      notified(
        done(
          changePage(
            taken.state,
            { kind: 'decline', reason: '' },
            { by: 'ada', now: now + 1, people: team() },
          ),
        ),
      ),
    ).toHaveLength(1);
    expect(
      changePage(taken.state, { kind: 'decline', reason: '' }, { by: 'lin', now: now + 1, people: team() }),
    ).toMatchObject({
      error: { code: 'already_acknowledged' },
    });
  });

  test('by the holder without anyone left to ask is rejected, and the page stays acknowledged', () => {
    const nobody = team([], []);
    const { state } = begin(policyOf([step(['ada'])]), nobody);
    const held = done(changePage(state, { kind: 'acknowledge' }, { by: 'ada', now })).state;
    expect(
      changePage(held, { kind: 'decline', reason: '' }, { by: 'ada', now, people: nobody }),
    ).toMatchObject({ error: { code: 'no_one_on_call' } });
  });

  test('is allowed to asked members only, and once', () => {
    const begun = begin(policyOf([step(['ada', 'lin'])]));
    expect(
      changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'sam', now, people: team() }),
    ).toMatchObject({ error: { code: 'forbidden' } });
    const one = done(
      changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() }),
    );
    expect(
      done(changePage(one.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() })).state,
    ).toBe(one.state);
  });
});

describe('escalating a page', () => {
  const escalate = (page: Page, expected?: PageExpectation) =>
    changePage(page, { kind: 'escalate', reason: '', expected }, { by: 'sam', now, people: team() });

  test('starts the next step at once', () => {
    const { state } = begin(policyOf([step(['ada']), step(['lin'])]));
    const escalated = done(escalate(state));
    expect(notified(escalated)).toEqual(['lin@2']);
    expect(escalated.state.nextAt).toBe(now + minutes(5));
  });

  test('that is acknowledged is allowed only to a member who saw the acknowledgement', () => {
    const { state } = begin(policyOf([step(['ada']), step(['lin'])]));
    const held = done(changePage(state, { kind: 'acknowledge' }, { by: 'ada', now })).state;
    for (const expected of [undefined, expectationOf(state)])
      expect(escalate(held, expected)).toMatchObject({ error: { code: 'already_acknowledged', by: 'ada' } });
    expect(done(escalate(held, expectationOf(held))).state).toMatchObject({
      status: 'notifying',
      acknowledgements: [],
      waitingFor: ['lin'],
    });
  });

  test('twice at the same position advances one step', () => {
    const { state } = begin(policyOf([step(['ada']), step(['lin']), step(['sam'])]));
    const once = done(escalate(state, expectationOf(state))).state;
    expect(escalate(once, expectationOf(state))).toMatchObject({ error: { code: 'conflict' } });
    expect(done(escalate(once, expectationOf(once))).state).toMatchObject({ waitingFor: ['sam'] });
  });

  test('without anyone left to ask is rejected and changes nothing', () => {
    let { state } = begin(policyOf([step(['ada'])]));
    for (const asked of ['fay', 'owen']) {
      state = done(escalate(state)).state;
      expect(state.waitingFor).toEqual([asked]);
    }
    expect(escalate(state)).toMatchObject({ error: { code: 'no_one_on_call' } });
    const held = done(changePage(state, { kind: 'acknowledge' }, { by: 'owen', now })).state;
    expect(escalate(held, expectationOf(held))).toMatchObject({ error: { code: 'no_one_on_call' } });
    expect(escalate(tick(state, team(), start + minutes(1_000)).state)).toMatchObject({
      error: { code: 'no_one_on_call' },
    });
  });

  test('is rejected with the reason of the forecast', () => {
    let { state } = begin(policyOf([step(['ada'])]));
    const why = () => whyNotEscalated(state, forecast(state, team(), now, 1)[0] ?? null);
    expect(why()).toBeNull();
    state = done(escalate(done(escalate(state)).state)).state;
    expect(why()).toBe('Nobody is left to ask. Hand it over to a person, or page somebody by name.');
  });
});

describe('a command given for an earlier state of the page', () => {
  const { state } = begin(policyOf([step(['ada']), step(['lin'])]));
  const held = done(changePage(state, { kind: 'acknowledge' }, { by: 'ada', now })).state;
  const context = { by: 'ada', now, people: team() };
  const given = done(changePage(held, { kind: 'hand-back' }, context)).state;
  const again = done(changePage(given, { kind: 'acknowledge' }, { by: 'ada', now })).state;
  const expected = expectationOf(held);

  test.each([
    { kind: 'hand-back', expected },
    { kind: 'snooze', minutes: 30, expected },
    { kind: 'repage', expected },
    { kind: 'hand-over', to: 'sam', expected },
    { kind: 'escalate', reason: '', expected },
    { kind: 'decline', reason: '', expected },
  ] as const)('is rejected: $kind', (command) => {
    expect(changePage(held, command, context)).toMatchObject({ ok: true });
    expect(changePage(again, command, context)).toMatchObject({ error: { code: 'conflict' } });
  });

  test('is carried out after a change of alerts, privacy or priority only', () => {
    const joined = { ...held, revision: held.revision + 3, alertCount: 4, reviewing: true };
    expect(changePage(joined, { kind: 'hand-back', expected }, context)).toMatchObject({ ok: true });
  });
});

test('a cancelled page never changes, and every notification may be removed', () => {
  const begun = begin(policyOf([step(['ada'])]));
  const ended = done(
    changePage(begun.state, { kind: 'cancel', reason: 'The alert is resolved.' }, { by: 'system', now }),
  );
  expect(ended.effects).toEqual([{ kind: 'settle', pageId: 'p', userIds: ['ada'] }]);
  expect(tick(ended.state, team(), start + minutes(1_000)).state).toBe(ended.state);
  for (const outcome of [
    changePage(ended.state, { kind: 'acknowledge' }, { by: 'ada', now }),
    changePage(ended.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() }),
    changePage(ended.state, { kind: 'escalate', reason: '' }, { by: 'ada', now, people: team() }),
    changePage(ended.state, { kind: 'cancel', reason: '' }, { by: 'ada', now }),
  ]) {
    expect(outcome).toMatchObject({ ok: false, error: { code: 'already_resolved' } });
  }
});
