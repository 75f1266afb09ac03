import { describe, expect, test } from 'vitest';
import { acknowledgePage, cancelPage, declinePage, escalatePage, type PageOutcome } from './answer.ts';
import { tick, type PageChanged } from './engine.ts';
import { begin, changes, minutes, notified, policyOf, start, step, team } from './page.fixture.ts';

const now = start + minutes(2);
function done(outcome: PageOutcome): PageChanged {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

describe('acknowledging', () => {
  const begun = begin(policyOf([step(['ada', 'lin'])]));

  test('stops the page, settles everyone’s notification and tells the subject', () => {
    const taken = done(acknowledgePage(begun.state, 'lin', now));
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
    const taken = done(acknowledgePage(begun.state, 'lin', now));
    expect(acknowledgePage(taken.state, 'ada', now)).toMatchObject({
      error: { code: 'already_acknowledged', by: 'lin' },
    });
  });

  test('anyone may, asked or not, even when everyone was asked in vain', () => {
    expect(acknowledgePage(begun.state, 'sam', now)).toMatchObject({ state: { status: 'acknowledged' } });
    const exhausted = tick(begun.state, team(), start + minutes(1_000)).state;
    expect(exhausted.status).toBe('exhausted');
    expect(acknowledgePage(exhausted, 'sam', start + minutes(1_001))).toMatchObject({
      state: { status: 'acknowledged' },
    });
  });

  test('where all must answer, the last answer counts', () => {
    const both = begin(policyOf([step(['ada', 'lin'], { acknowledgedBy: 'all' })]));
    const half = done(acknowledgePage(both.state, 'ada', now));
    expect(half.state).toMatchObject({ status: 'notifying', nextAt: start + minutes(5) });
    expect(changes(half)).toEqual(['answered']);
    expect(acknowledgePage(half.state, 'ada', now)).toMatchObject({
      error: { code: 'already_acknowledged', by: 'ada' },
    });
    expect(acknowledgePage(half.state, 'lin', now)).toMatchObject({ state: { status: 'acknowledged' } });
    expect(notified(tick(half.state, team(), start + minutes(5)))).toEqual(['fay@5']);
  });
});

describe('declining', () => {
  test('waits for the others of the step, and moves on when nobody is left', () => {
    const begun = begin(policyOf([step(['ada', 'lin']), step(['sam'])]));
    const one = done(declinePage(begun.state, 'ada', 'On a train', team(), now));
    expect(one.state).toMatchObject({ status: 'notifying', waitingFor: ['lin'], nextAt: start + minutes(5) });
    const two = done(declinePage(one.state, 'lin', '', team(), now));
    expect(notified(two)).toEqual(['sam@2']);
    expect(two.events[0]).toMatchObject({ by: 'lin', entry: { change: 'declined' } });
  });

  test('never asks them again, in no loop and no fallback', () => {
    const begun = begin(policyOf([step(['ada']), step(['ada', 'lin'])], 1), team(['ada', 'fay']));
    const one = done(declinePage(begun.state, 'ada', '', team(), now));
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
    expect(notified(done(declinePage(begun.state, 'ada', '', team(), now)))).toEqual(['sam@2']);
  });

  test('asks the next one of a round robin before it escalates', () => {
    const begun = begin(policyOf([step(['ada', 'lin'], { mode: 'round-robin' }), step(['sam'])]));
    const one = done(declinePage(begun.state, 'ada', '', team(), now));
    expect(notified(one)).toEqual(['lin@2']);
    expect(notified(done(declinePage(one.state, 'lin', '', team(), now)))).toEqual(['sam@2']);
  });

  test('hands on what one had acknowledged; somebody else’s is left alone', () => {
    const begun = begin(policyOf([step(['ada', 'lin']), step(['sam'])]));
    const taken = done(acknowledgePage(begun.state, 'ada', now));
    expect(notified(done(declinePage(taken.state, 'ada', '', team(), now + 1)))).toHaveLength(1);
    expect(declinePage(taken.state, 'lin', '', team(), now + 1)).toMatchObject({
      error: { code: 'already_acknowledged' },
    });
  });

  test('is for those who were asked, and once is enough', () => {
    const begun = begin(policyOf([step(['ada', 'lin'])]));
    expect(declinePage(begun.state, 'sam', '', team(), now)).toMatchObject({ error: { code: 'forbidden' } });
    const one = done(declinePage(begun.state, 'ada', '', team(), now));
    expect(done(declinePage(one.state, 'ada', '', team(), now)).state).toBe(one.state);
  });
});

describe('escalating', () => {
  test('starts the next step at once, acknowledged or not', () => {
    const begun = begin(policyOf([step(['ada']), step(['lin'])]));
    const up = done(escalatePage(begun.state, 'ada', 'Need a database person', team(), now));
    expect(notified(up)).toEqual(['lin@2']);
    expect(up.state.nextAt).toBe(now + minutes(5));
    const taken = done(acknowledgePage(begun.state, 'ada', now));
    const back = done(escalatePage(taken.state, 'ada', '', team(), now));
    expect(back.state).toMatchObject({ status: 'notifying', acknowledgements: [], waitingFor: ['lin'] });
  });

  test('has an end', () => {
    let { state } = begin(policyOf([step(['ada'])]));
    for (let times = 0; times < 3; times += 1)
      state = done(escalatePage(state, 'ada', '', team(), now)).state;
    expect(state.status).toBe('exhausted');
    expect(escalatePage(state, 'ada', '', team(), now)).toMatchObject({ error: { code: 'no_one_on_call' } });
  });
});

test('a cancelled page is over: nothing moves it and everyone’s notification may go', () => {
  const begun = begin(policyOf([step(['ada'])]));
  const ended = done(cancelPage(begun.state, 'system', 'The alert is resolved.', now));
  expect(ended.effects).toEqual([{ kind: 'settle', pageId: 'p', userIds: ['ada'] }]);
  expect(tick(ended.state, team(), start + minutes(1_000)).state).toBe(ended.state);
  for (const outcome of [
    acknowledgePage(ended.state, 'ada', now),
    declinePage(ended.state, 'ada', '', team(), now),
    escalatePage(ended.state, 'ada', '', team(), now),
    cancelPage(ended.state, 'ada', '', now),
  ]) {
    expect(outcome).toMatchObject({ ok: false, error: { code: 'already_resolved' } });
  }
});
