import { describe, expect, test } from 'vitest';
import { type PageOutcome, changePage } from './transitions.ts';
import type { PageChanged } from './effects.ts';
import { tick } from './engine.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';

const now = start + minutes(2);
function done(outcome: PageOutcome): PageChanged {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

describe('acknowledging', () => {
  const begun = begin(policyOf([step(['ada', 'lin'])]));

  test('stops the page, settles everyone’s notification and tells the subject', () => {
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

  test('is refused the second time, naming the first', () => {
    const taken = done(changePage(begun.state, { kind: 'acknowledge' }, { by: 'lin', now }));
    expect(changePage(taken.state, { kind: 'acknowledge' }, { by: 'ada', now })).toMatchObject({
      error: { code: 'already_acknowledged', by: 'lin' },
    });
  });

  test('anyone may, asked or not, even when everyone was asked in vain', () => {
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

  test('where all must answer, the last answer counts', () => {
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

describe('declining', () => {
  test('waits for the others of the step, and moves on when nobody is left', () => {
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

  test('never asks them again, in no loop and no fallback', () => {
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

  test('moves on where everyone’s answer was wanted', () => {
    const begun = begin(policyOf([step(['ada', 'lin'], { acknowledgedBy: 'all' }), step(['sam'])]));
    expect(
      notified(
        done(changePage(begun.state, { kind: 'decline', reason: '' }, { by: 'ada', now, people: team() })),
      ),
    ).toEqual(['sam@2']);
  });

  test('asks the next one of a round robin before it escalates', () => {
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

  test('hands on what one had acknowledged; somebody else’s is left alone', () => {
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

  test('is for those who were asked, and once is enough', () => {
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

describe('escalating', () => {
  test('starts the next step at once, acknowledged or not', () => {
    const begun = begin(policyOf([step(['ada']), step(['lin'])]));
    const up = done(
      changePage(
        begun.state,
        { kind: 'escalate', reason: 'Need a database person' },
        { by: 'ada', now, people: team() },
      ),
    );
    expect(notified(up)).toEqual(['lin@2']);
    expect(up.state.nextAt).toBe(now + minutes(5));
    const taken = done(changePage(begun.state, { kind: 'acknowledge' }, { by: 'ada', now }));
    const back = done(
      changePage(taken.state, { kind: 'escalate', reason: '' }, { by: 'ada', now, people: team() }),
    );
    expect(back.state).toMatchObject({ status: 'notifying', acknowledgements: [], waitingFor: ['lin'] });
  });

  test('has an end', () => {
    let { state } = begin(policyOf([step(['ada'])]));
    for (let times = 0; times < 3; times += 1)
      state = done(
        changePage(state, { kind: 'escalate', reason: '' }, { by: 'ada', now, people: team() }),
      ).state;
    expect(state.status).toBe('exhausted');
    expect(
      changePage(state, { kind: 'escalate', reason: '' }, { by: 'ada', now, people: team() }),
    ).toMatchObject({ error: { code: 'no_one_on_call' } });
  });
});

test('a cancelled page is over: nothing moves it and everyone’s notification may go', () => {
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
