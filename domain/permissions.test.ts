import { describe, expect, test } from 'vitest';
import { may, permissionTable, type Action } from './permissions.ts';

// The product's table, written out by hand: anyone, viewer, responder, responder with the room role, admin, owner.
const table: Record<Action, string> = {
  readPublicStatus: '✓✓✓✓✓✓',
  read: '·✓✓✓✓✓',
  registerDevice: '·✓✓✓✓✓',
  readiness: '····✓✓',
  manageApiKeys: '····✓✓',
  ownFeed: '·✓✓✓✓✓',
  ownTimeOff: '·✓✓✓✓✓',
  ownNotificationRules: '·✓✓✓✓✓',
  editProfile: '·✓✓✓✓✓',
  declare: '··✓✓✓✓',
  acknowledge: '··✓✓✓✓',
  page: '··✓✓✓✓',
  comment: '··✓✓✓✓',
  // Authors too, below.
  withdrawComment: '····✓✓',
  upload: '··✓✓✓✓',
  editTasks: '··✓✓✓✓',
  editAlerts: '··✓✓✓✓',
  takeRole: '··✓✓✓✓',
  ownOverride: '··✓✓✓✓',
  assignRole: '···✓✓✓',
  setStatus: '···✓✓✓',
  setSeverity: '···✓✓✓',
  publishStatus: '···✓✓✓',
  coverForOthers: '····✓✓',
  copyDemonstration: '····✓✓',
  configure: '····✓✓',
  inviteMembers: '····✓✓',
  inviteAdmins: '·····✓',
  manageMembers: '·····✓',
  recoverMembers: '·····✓',
  readAudit: '·····✓',
  exportTeam: '·····✓',
  deleteTeam: '·····✓',
};

const someoneElse = { roles: { commander: 'x', operations: 'x', communications: null, scribe: null } };
const mine = { roles: { ...someoneElse.roles, commander: 'me' } };
const columns = [
  [{ userId: null, role: null }, someoneElse],
  [{ userId: 'me', role: 'viewer' }, mine],
  [{ userId: 'me', role: 'responder' }, someoneElse],
  [{ userId: 'me', role: 'responder' }, mine],
  [{ userId: 'me', role: 'admin' }, someoneElse],
  [{ userId: 'me', role: 'owner' }, someoneElse],
] as const;

test('the table covers every action', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(permissionTable).toSorted());
});

describe.each(Object.entries(table) as [Action, string][])('%s', (action, row) => {
  test('is allowed exactly as in the product table, and rejected with a sentence', () => {
    const answers = columns.map(([actor, subject]) => may(actor, action, subject));
    expect(answers.map(({ allowed }) => (allowed ? '✓' : '·')).join('')).toBe(row);
    const reasons = answers.flatMap((answer) => (answer.allowed ? [] : [answer.reason]));
    expect(reasons.filter((reason) => !/^[A-Z].+\.$/u.test(reason))).toEqual([]);
  });

  test('in a private incident is allowed to people of the incident and owners only', () => {
    const open = permissionTable[action].least === 'anyone';
    const hidden = { private: true, people: ['x'], ...mine };
    const inside = { ...hidden, people: ['x', 'me'] };
    expect(may({ userId: 'me', role: 'admin' }, action, hidden).allowed).toBe(open);
    expect(may({ userId: 'me', role: 'owner' }, action, hidden).allowed).toBe(true);
    expect(may({ userId: 'me', role: 'admin' }, action, inside)).toEqual(
      may({ userId: 'me', role: 'admin' }, action, mine),
    );
  });

  test('is rejected outside the team', () => {
    const allowed = permissionTable[action].least === 'anyone';
    expect(may({ userId: 'me', role: null }, action, mine).allowed).toBe(allowed);
  });
});

test.each([
  ['setStatus', 'operations', true],
  ['setStatus', 'communications', false],
  ['publishStatus', 'communications', true],
  ['publishStatus', 'operations', false],
  ['assignRole', 'operations', false],
] as const)('%s by a responder with the role of %s is allowed: %s', (action, role, allowed) => {
  const subject = { roles: { commander: 'x', [role]: 'me' } };
  expect(may({ userId: 'me', role: 'responder' }, action, subject).allowed).toBe(allowed);
});

test.each([
  ['viewer', 'me', false],
  ['responder', 'me', true],
  ['responder', 'x', false],
  ['admin', 'x', true],
] as const)('a comment is withdrawn by a %s when its author is %s: %s', (role, author, allowed) => {
  const subject = { private: true, people: ['me'], author };
  expect(may({ userId: 'me', role }, 'withdrawComment', subject).allowed).toBe(allowed);
  // No longer among the people of the incident.
  const outside = may({ userId: 'me', role }, 'withdrawComment', { ...subject, people: ['x'] });
  expect(outside.allowed).toBe(false);
});
