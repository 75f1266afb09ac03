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

describe('a recovery request', () => {
  test('waits a day for the approval of every team', () => {
    expect(open()).toMatchObject({ status: 'open', earliestAt: now + day, teams: { a: null, b: null } });
  });

  test('of a user without a team is rejected', () => {
    expect(startRecovery(null, 'ada', [], now)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('is not restarted while a request is open, nor within a day after a stopped one', () => {
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

describe('a recovery approval', () => {
  test('counts once, for one team', () => {
    const one = changed(approveRecovery(open(), 'a', by('olga')));
    expect(one.teams).toEqual({ a: { approvedBy: 'olga', approvedAt: now }, b: null });
    expect(changed(approveRecovery(one, 'a', by('omar')))).toBe(one);
  });

  test('of the user’s own request is rejected', () => {
    expect(approveRecovery(open(), 'a', by('ada'))).toMatchObject({ error: { code: 'forbidden' } });
  });

  test('of an ended request is rejected', () => {
    const stopped = changed(cancelRecovery(open(), by('ada')));
    expect(approveRecovery(stopped, 'a', by('olga'))).toMatchObject({
      error: { code: 'illegal_transition' },
    });
  });
});

describe('an approved recovery request', () => {
  test('is carried out when every team has approved and the day has passed', () => {
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

  test('of a user without any team left is not carried out', () => {
    const alone = withTeams(approved(), [], later).state;
    expect(settleRecovery(alone, later).state).toBe(alone);
  });

  test('expires after a week despite approvals', () => {
    expect(settleRecovery(approved(), by('system', now + 7 * day)).state).toMatchObject({
      status: 'expired',
    });
  });

  test('that has ended has nothing due', () => {
    const done = settleRecovery(approved(), later).state;
    expect(settleRecovery(done, later).state).toBe(done);
    expect(cancelRecovery(done, by('ada'))).toMatchObject({ error: { code: 'illegal_transition' } });
  });
});

test('a recovery request drops a team that the user left and awaits the approval of a joined one', () => {
  const before = approved();
  expect(withTeams(before, ['b', 'a'], later).state).toBe(before);
  expect(withTeams(before, ['b', 'c'], later).state.teams).toEqual({
    b: { approvedBy: 'omar', approvedAt: now },
    c: null,
  });
});

test('a team sees its own approval and the number of missing approvals', () => {
  const state = changed(approveRecovery(open(), 'a', by('olga')));
  expect(teamCopy(state, 'a')).toMatchObject({ id: 'ada', approvedBy: 'olga', othersWaiting: 1 });
  expect(teamCopy(state, 'b')).toMatchObject({ teamId: 'b', approvedBy: null, othersWaiting: 0 });
});
