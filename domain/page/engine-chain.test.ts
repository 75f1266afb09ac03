import { describe, expect, test } from 'vitest';
import { limits } from '../constants.ts';
import type { FrozenPolicy } from '../policy/schema.ts';
import { tick } from './engine.ts';
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
import type { Page } from './schema.ts';
import { changePage, type PageCommand } from './transitions.ts';
import { replaceRecipient } from './replace-recipient.ts';
import { reasonParts } from './why-labels.ts';
import { whyPage, whyPerson } from './why.ts';

const handedTo = (name: string, steps: FrozenPolicy['steps'], repeat = 0) => ({
  ...{ policyId: name.toLowerCase(), name, steps, repeat },
});
const chain = (first: FrozenPolicy, ...thenPolicies: NonNullable<FrozenPolicy['thenPolicies']>) => ({
  ...first,
  thenPolicies,
});
const two = chain(
  policyOf([step(['ada']), step(['lin'])], 1),
  handedTo('Platform', [step(['sam'], { delayMinutes: 7 }), step(['ada'])], 1),
);

const changed = (page: Page, command: PageCommand, by: string, at = start): Page => {
  const outcome = changePage(page, command, { by, now: at, people: team() });
  if (!outcome.ok) throw new Error(outcome.error.code);
  return outcome.state;
};
const at = (page: Page, count: number) => tick(page, team(), start + minutes(count)).state;
const text = (reason: Parameters<typeof reasonParts>[0]) =>
  reasonParts(reason, start)
    .map((part) => (typeof part === 'string' ? part : 'userId' in part ? part.userId : part.kind))
    .join('');

describe('a policy that hands over', () => {
  test('continues with the steps and repeats of the other policy, then the fallback people and the owners', () => {
    const result = run(begin(two), forever);
    expect(notified(result)).toEqual([
      ...['ada@0', 'lin@5', 'ada@10', 'lin@15', 'sam@20', 'ada@27', 'sam@32', 'ada@39', 'fay@44', 'owen@49'],
    ]);
    expect(changes(result).filter((change) => change !== 'notified')).toEqual([
      ...['started', 'repeated', 'policy-handed-over', 'repeated', 'exhausted'],
    ]);
    expect(result.events.map(({ entry }) => entry)).toContainEqual(
      expect.objectContaining({ change: 'policy-handed-over', step: 1, reason: 'Platform' }),
    );
    expect(result.state).toMatchObject({ status: 'exhausted', policyIndex: 1 });
  });

  test('hands over at once without any recipient of its own, also through several policies', () => {
    const policy = chain(
      policyOf([step(['gone'])], 3),
      handedTo('Nobody', [step(['gone']), step(['gone'])], 2),
      handedTo('Last', [step(['gone']), step(['lin'])]),
    );
    const result = begin(policy);
    expect(notified(result)).toEqual(['lin@0']);
    expect(changes(result)).toEqual([
      ...['started', 'skipped', 'policy-handed-over', 'skipped', 'skipped', 'policy-handed-over', 'skipped'],
      'notified',
    ]);
    expect(result.state).toMatchObject({ policyIndex: 2, step: 1, loop: 0 });
  });

  test('stops at an acknowledgement until the acknowledgement runs out', () => {
    const taken = changed(at(begin(two).state, 17), { kind: 'acknowledge' }, 'lin', start + minutes(17));
    expect(at(taken, 40)).toBe(taken);
    const asksAgain = at(taken, 47);
    expect(asksAgain).toMatchObject({ policyIndex: 0, step: 1, waitingFor: ['lin'] });
    expect(at(asksAgain, 52)).toMatchObject({ policyIndex: 1, step: 0, waitingFor: ['sam'] });
  });

  test('is left by hand: escalating the last step asks the first step of the other policy', () => {
    const last = at(begin(two).state, 15);
    const escalated = changed(last, { kind: 'escalate', reason: '' }, 'lin', start + minutes(16));
    expect(escalated).toMatchObject({ policyIndex: 1, step: 0, loop: 0, waitingFor: ['sam'] });
    // The delay is the one of that step.
    expect(escalated.nextAt).toBe(start + minutes(16 + 7));
  });

  test('starts with its first policy again when the page is paged again', () => {
    const over = run(begin(two), forever).state;
    const again = changed(over, { kind: 'repage' }, 'lin', forever);
    expect(again).toMatchObject({ policyIndex: 0, step: 0, loop: 0, waitingFor: ['ada'] });
    expect(notified(run(begin(two), forever))).toHaveLength(10);
  });

  test('asks the replacement of a former member in all of its policies', () => {
    const { state } = begin(chain(policyOf([step(['ada'])]), handedTo('Platform', [step(['sam'])])));
    const left = replaceRecipient(
      state,
      { from: 'sam', to: 'lin' },
      { by: 'owen', now: start, people: team() },
    );
    if (!left.ok) throw new Error(left.error.code);
    expect(at(left.state, 5)).toMatchObject({ policyIndex: 1, waitingFor: ['lin'] });
  });

  test('does not hand over a drill', () => {
    const drill = begin(two, team(), { subject: { kind: 'drill', to: { channel: 'push', target: 'd' } } });
    expect(notified(run(drill, forever))).toEqual(['ada@0', 'lin@5', 'ada@10', 'lin@15']);
  });

  test('has a forecast with the whole chain', () => {
    const ahead = forecast(begin(two).state, team(), start).map(
      ({ policyIndex, step: number, phase, userIds }) =>
        `${policyIndex} ${number ?? phase} ${userIds.join(' ')}`,
    );
    expect(ahead).toEqual([
      ...['0 2 lin', '0 1 ada', '0 2 lin', '1 1 sam', '1 2 ada', '1 1 sam', '1 2 ada', '1 fallback fay'],
      ...['1 owners owen', '1 owners '],
    ]);
  });

  test('is named with the other policy as the reason', () => {
    const page = at(begin(two).state, 20);
    expect(whyPerson(page, 'sam', []).map(text)).toEqual([
      'sam is named in step 1 of “Platform”, because “Payments” handed over to “Platform”.',
    ]);
    expect(whyPerson(page, 'lin', []).map(text)).toEqual(['lin is named in step 2, repeat 1.']);
    const empty = begin(
      chain(policyOf([step(['gone'])]), handedTo('Platform', [step(['gone']), step(['lin'])])),
    );
    expect(whyPage(empty.state, []).map(text)).toEqual([
      'Step 1 found nobody who can answer, and was skipped.',
      'Step 1 of “Platform” found nobody who can answer, and was skipped.',
      'lin is named in step 2 of “Platform”, because “Payments” handed over to “Platform”.',
    ]);
  });

  test('ends, however long the chain', () => {
    const longest = chain(
      policyOf([step(['ada'])]),
      ...Array.from({ length: limits.policyChain - 1 }, (_, n) => handedTo(`Number ${n}`, [step(['lin'])])),
    );
    const result = run(begin(longest), forever);
    expect(result.state.status).toBe('exhausted');
    expect(changes(result).filter((change) => change === 'policy-handed-over')).toHaveLength(4);
  });
});

test('a page stored before chains existed continues unchanged', () => {
  const { policyIndex, ...old } = begin(policyOf([step(['ada']), step(['lin'])])).state;
  expect(policyIndex).toBe(0);
  const { thenPolicies, ...policy } = old.policy;
  expect(thenPolicies).toEqual([]);
  const page: Page = { ...old, policy };
  expect(at(page, 5)).toMatchObject({ step: 1, waitingFor: ['lin'] });
  expect(at(page, 10)).toMatchObject({ phase: 'fallback', waitingFor: ['fay'] });
});
