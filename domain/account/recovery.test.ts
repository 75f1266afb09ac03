import { describe, expect, test } from 'vitest';
import { day } from '../constants.ts';
import {
  approveRecovery,
  type Recovery,
  startRecovery,
  settleRecovery,
  cancelRecovery,
  teamCopy,
  withTeams,
} from './recovery.ts';

const now = 1_000_000;
const by = (who: string, at = now) => ({ by: who, now: at });
const changed = (outcome: ReturnType<typeof approveRecovery>): Recovery => {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.state;
};
const open = (teams: readonly string[] = ['a', 'b']) => changed(startRecovery(null, 'ada', teams, now));
const approved = () =>
  changed(approveRecovery(changed(approveRecovery(open(), 'a', by('olga'))), 'b', by('omar')));
const later = { by: 'system', now: now + day };

describe('a request', () => {
  test('waits a day, and for every team', () => {
    expect(open()).toMatchObject({ status: 'open', earliestAt: now + day, teams: { a: null, b: null } });
  });

  test('of somebody in no team is refused', () => {
    expect(startRecovery(null, 'ada', [], now)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('is not begun anew while one is open, nor for a day after it was stopped', () => {
    const first = open();
    expect(changed(startRecovery(first, 'ada', ['a'], now + day))).toBe(first);
    const stopped = changed(cancelRecovery(first, by('ada')));
    expect(changed(startRecovery(stopped, 'ada', ['a'], now + day - 1))).toBe(stopped);
    expect(changed(startRecovery(stopped, 'ada', ['a'], now + day))).toMatchObject({
      status: 'open',
      revision: stopped.revision + 1,
    });
  });
});

describe('an approval', () => {
  test('counts for one team, once', () => {
    const one = changed(approveRecovery(open(), 'a', by('olga')));
    expect(one.teams).toEqual({ a: { approvedBy: 'olga', approvedAt: now }, b: null });
    expect(changed(approveRecovery(one, 'a', by('omar')))).toBe(one);
  });

  test('of the person’s own request is refused', () => {
    expect(approveRecovery(open(), 'a', by('ada'))).toMatchObject({ error: { code: 'forbidden' } });
  });

  test('of a request that ended is refused', () => {
    const stopped = changed(cancelRecovery(open(), by('ada')));
    expect(approveRecovery(stopped, 'a', by('olga'))).toMatchObject({
      error: { code: 'illegal_transition' },
    });
  });
});

describe('what is due', () => {
  test('is carried out when everybody approved and the day has passed', () => {
    expect(settleRecovery(approved(), later).state).toMatchObject({
      status: 'done',
      dueAt: null,
      endedAt: later.now,
    });
  });

  test.each([
    ['a moment too early', approved, now + day - 1],
    ['with one team missing', () => changed(approveRecovery(open(), 'a', by('olga'))), now + day],
  ])('stays as it is %s', (_, state, at) => {
    const before = state();
    expect(settleRecovery(before, by('system', at)).state).toBe(before);
  });

  test('stays as it is for who is in no team any more', () => {
    const alone = withTeams(approved(), [], later).state;
    expect(settleRecovery(alone, later).state).toBe(alone);
  });

  test('expires after a week, whoever approved', () => {
    expect(settleRecovery(approved(), by('system', now + 7 * day)).state).toMatchObject({
      status: 'expired',
    });
  });

  test('is nothing for a request that ended', () => {
    const done = settleRecovery(approved(), later).state;
    expect(settleRecovery(done, later).state).toBe(done);
    expect(cancelRecovery(done, by('ada'))).toMatchObject({ error: { code: 'illegal_transition' } });
  });
});

test('a team that was left is forgotten, and one that was joined has not approved', () => {
  const before = approved();
  expect(withTeams(before, ['b', 'a'], later).state).toBe(before);
  expect(withTeams(before, ['b', 'c'], later).state.teams).toEqual({
    b: { approvedBy: 'omar', approvedAt: now },
    c: null,
  });
});

test('a team sees its own approval, and how many others are missing', () => {
  const state = changed(approveRecovery(open(), 'a', by('olga')));
  expect(teamCopy(state, 'a')).toMatchObject({ id: 'ada', approvedBy: 'olga', othersWaiting: 1 });
  expect(teamCopy(state, 'b')).toMatchObject({ teamId: 'b', approvedBy: null, othersWaiting: 0 });
});
