import { describe, expect, test } from 'vitest';
import { changePage } from './transitions.ts';
import { directPolicy } from './frozen-policy.ts';
import { forecast } from './forecast.ts';
import {
  begin,
  changes,
  forever,
  minutes,
  notified,
  policyOf,
  run,
  start,
  step,
  team,
} from './page.fixture.ts';

describe('a page over time', () => {
  test('escalates through the steps, repeats, asks the fallback, then the owners, then gives up', () => {
    const result = run(begin(policyOf([step(['ada']), step(['lin'], { delayMinutes: 10 })], 1)), forever);
    expect(notified(result)).toEqual(['ada@0', 'lin@5', 'ada@15', 'lin@20', 'fay@30', 'owen@40']);
    expect(changes(result)).toEqual([
      'started',
      'notified',
      'notified',
      'repeated',
      'notified',
      'notified',
      'notified',
      'notified',
      'exhausted',
    ]);
    expect(result.state).toMatchObject({ status: 'exhausted', nextAt: null, endedAt: start + minutes(50) });
  });

  test('skips an empty step at once with an event', () => {
    const result = run(begin(policyOf([step(['gone']), step(['ada'])])), start);
    expect(notified(result)).toEqual(['ada@0']);
    expect(result.events.map(({ entry }) => entry)).toMatchObject([
      { change: 'started' },
      { change: 'skipped', step: 1 },
      { change: 'notified', step: 2, userIds: ['ada'] },
    ]);
  });

  test('with empty steps goes straight to the fallback, and without any recipient ends at once', () => {
    const empty = policyOf([step(['gone']), step(['gone-too'])], 9);
    expect(notified(begin(empty))).toEqual(['fay@0']);
    expect(changes(begin(empty)).filter((change) => change === 'skipped')).toHaveLength(2);
    expect(begin(empty, team([], [])).state).toMatchObject({ status: 'exhausted', nextAt: null });
  });

  test('resolves the targets of a step at its start, not before', () => {
    const policy = policyOf(
      [step([], { targets: [{ kind: 'schedule', scheduleId: 'main' }], delayMinutes: 10 })],
      2,
    );
    const asked = notified(run(begin(policy), forever)).slice(0, 3);
    expect(asked.map((one) => one.split('@')[0])).toEqual(
      ['odd', 'even', 'odd'].map((_, index) =>
        Math.floor((start + index * minutes(10)) / minutes(10)) % 2 === 0 ? 'even' : 'odd',
      ),
    );
    expect(new Set(asked.map((one) => one.split('@')[0])).size).toBe(2);
  });

  test('asks one member of a round robin in each loop, beginning with the page’s turn', () => {
    const policy = policyOf([step(['ada', 'lin', 'sam'], { mode: 'round-robin' })], 3);
    const result = run(begin(policy, team(), { turn: 1 }), forever);
    expect(notified(result).slice(0, 4)).toEqual(['lin@0', 'sam@5', 'ada@10', 'lin@15']);
  });

  test('notifies a member named twice in a step once', () => {
    expect(notified(begin(policyOf([step(['ada', 'ada'])])))).toEqual(['ada@0']);
  });

  test('of a drill stays within its own policy', () => {
    const drill = begin(policyOf([step(['ada'])]), team(), {
      subject: { kind: 'drill', to: { channel: 'push', target: 'd' } },
    });
    expect(notified(run(drill, forever))).toEqual(['ada@0']);
  });

  test('keeps the policy of its beginning', () => {
    const steps = [step(['ada']), step(['lin'])];
    const begun = begin(policyOf(steps));
    steps[1] = step(['sam']);
    steps[0]?.targets.push({ kind: 'team' });
    expect(notified(run(begun, start + minutes(5)))).toEqual(['ada@0', 'lin@5']);
    expect(begun.state.policy.steps[0]?.targets).toHaveLength(1);
  });

  test('sent directly asks all its people at once', () => {
    const policy = directPolicy(['ada', 'lin'], { defaultStepDelayMinutes: 5, defaultRepeat: 2 });
    expect(notified(begin(policy))).toEqual(['ada@0', 'lin@0']);
  });
});

test('an expired acknowledgement asks the same step again', () => {
  const begun = run(begin(policyOf([step(['ada']), step(['lin'])])), start + minutes(5));
  const taken = changePage(begun.state, { kind: 'acknowledge' }, { by: 'lin', now: start + minutes(6) });
  expect(taken).toMatchObject({ ok: true, state: { status: 'acknowledged', nextAt: start + minutes(36) } });
  const again = run({ ...begun, ...(taken.ok ? taken : {}), ok: true }, start + minutes(36));
  expect(notified(again)).toEqual(['lin@36']);
  expect(changes(again)).toEqual(['acknowledged', 'timed-out', 'notified']);
  expect(again.state).toMatchObject({ status: 'notifying', acknowledgements: [], endedAt: null });
  const patient = begin(policyOf([step(['ada'])]), team(), { acknowledgeTimeoutMinutes: 0 });
  expect(changePage(patient.state, { kind: 'acknowledge' }, { by: 'ada', now: start + 1 })).toMatchObject({
    state: { nextAt: null },
  });
});

test('the forecast of an overdue page begins now', () => {
  const { state } = begin(policyOf([step(['ada']), step(['lin'])]));
  const now = start + minutes(7);
  expect(forecast(state, team(), now, 2)).toEqual([
    { at: now, what: 'notifies', userIds: ['lin'], phase: 'policy', policyIndex: 0, step: 2, loop: 0 },
    {
      at: now + minutes(5),
      what: 'notifies',
      userIds: ['fay'],
      phase: 'fallback',
      policyIndex: 0,
      step: null,
      loop: 0,
    },
  ]);
});
