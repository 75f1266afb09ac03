import { describe, expect, test } from 'vitest';
import { limits } from '../constants.ts';
import { step, start, policyOf, team } from '../page/page.fixture.ts';
import { chainFailure, type ChainedPolicy, frozenPolicy, policiesAfter } from './chain.ts';
import { emptyTimes, rehearse } from './rehearsal.ts';
import { whyPolicyStays } from './transitions.ts';

const policy = (id: string, thenPolicyId: string | null = null, ...userIds: string[]): ChainedPolicy => ({
  ...{ id, name: id.toUpperCase(), steps: [step(userIds)], repeat: 0, thenPolicyId },
});
const sentence = (saved: ChainedPolicy, others: readonly ChainedPolicy[]) =>
  chainFailure(saved, others)?.error.message ?? null;

describe('a saved policy chain', () => {
  test('may continue, and two policies may lead to the same one', () => {
    expect(sentence(policy('a', 'c'), [policy('b', 'c'), policy('c')])).toBeNull();
    expect(sentence(policy('a'), [policy('b', 'a')])).toBeNull();
  });

  test('can’t be a circle, with a sentence that names the policies', () => {
    const others = [policy('b', 'c'), policy('c', 'a')];
    expect(sentence(policy('a', 'b'), others)).toBe(
      '“A” → “B” → “C” → “A” is a circle: a page would never end. Choose another policy to hand over to.',
    );
    expect(sentence(policy('a', 'a'), [])).toMatch(/^“A” → “A” is a circle/u);
    expect(chainFailure(policy('a', 'b'), others)?.error).toMatchObject({
      code: 'invalid',
      field: 'thenPolicyId',
    });
  });

  test('can’t be longer than the limit, counted from its first policy', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = ids.map((id, index) => policy(id, ids[index + 1] ?? null));
    const saved = policy('c', 'd');
    const others = all.filter(({ id }) => id !== 'c');
    expect(sentence(saved, others)).toBe(
      '“A” → “B” → “C” → “D” → “E” → “F” is a chain of 6; at most 5 policies hand over one to the other. Choose another policy.',
    );
    expect(
      sentence(
        saved,
        others.filter(({ id }) => id !== 'a'),
      ),
    ).toBeNull();
    expect(ids).toHaveLength(limits.policyChain + 1);
  });

  test('ignores a circle of other policies outside the chain', () => {
    expect(sentence(policy('a', 'z'), [policy('x', 'y'), policy('y', 'x'), policy('z')])).toBeNull();
  });
});

describe('the policies after a policy', () => {
  const names = (first: ChainedPolicy, all: readonly ChainedPolicy[]) =>
    policiesAfter(first, all).map(({ id }) => id);

  test('end at a removed policy, a repeated one, or a full chain', () => {
    expect(names(policy('a', 'b'), [policy('b', 'c'), policy('c')])).toEqual(['b', 'c']);
    expect(names(policy('a', 'b'), [policy('b', 'gone')])).toEqual(['b']);
    expect(names(policy('a', 'b'), [policy('b', 'a')])).toEqual(['b']);
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const all = ids.map((id, index) => policy(id, ids[index + 1] ?? null));
    expect(names(policy('a', 'b'), all)).toHaveLength(limits.policyChain - 1);
  });
});

test('a policy that others hand over to can’t be removed, with the names of the others', () => {
  const before = [policy('a', 'b'), policy('c', 'b'), policy('b', 'd')];
  expect(whyPolicyStays([], before, 'b')).toBe(
    '“A” and “C” hand over to it. Choose another policy there first.',
  );
  expect(whyPolicyStays([], before, 'd')).toBe('“B” hands over to it. Choose another policy there first.');
  expect(whyPolicyStays([], before, 'a')).toBeNull();
});

describe('a rehearsal of a policy chain', () => {
  const first = policy('a', 'b', 'ada');
  const all = [policy('b', null, 'gone')];
  const frozen = frozenPolicy(first, policiesAfter(first, all));

  test('follows the chain and names the policy of each step', () => {
    expect(rehearse(frozen, team(), start).steps).toMatchObject([
      { policy: 'A', policyIndex: 0, step: 1, userIds: ['ada'] },
      { policy: 'B', policyIndex: 1, step: 1, userIds: [] },
      { policy: null, phase: 'fallback', step: null },
      { policy: null, phase: 'owners' },
    ]);
    expect(rehearse(policyOf([step(['ada'])]), team(), start).steps[0]).toMatchObject({ policy: 'Payments' });
  });

  test('names the step and policy without a recipient, and whether any step has one', () => {
    const member = (id: string) => ({ id, role: 'responder' as const });
    const roster = { team: { fallbackPeople: [] }, schedules: [], overrides: [] };
    expect(emptyTimes(frozen, { ...roster, members: [member('ada')] }, 0, 9)).toEqual([
      { policyIndex: 1, step: 1, startsAt: 0, endsAt: 9 },
    ]);
    expect(emptyTimes(frozen, { ...roster, members: [member('gone')] }, 0, 9)).toEqual([
      { policyIndex: 0, step: 1, startsAt: 0, endsAt: 9 },
    ]);
    expect(emptyTimes(frozen, { ...roster, members: [] }, 0, 9)).toEqual([
      { policyIndex: 0, step: null, startsAt: 0, endsAt: 9 },
    ]);
  });
});
