import { expect, test } from 'vitest';
import { roomRoles } from './incident/schema.ts';
import { grantees, permissionRows, whoMay } from './permission-words.ts';
import { type Actor, may, type Subject } from './permissions.ts';

const actor = (grantee: (typeof grantees)[number]): Actor =>
  grantee === 'anyone' ? { userId: null, role: null } : { userId: 'x', role: grantee };
const granted = (
  one: (typeof permissionRows)[number],
  grantee: (typeof grantees)[number],
  subject: Subject,
) => may(actor(grantee), one.action, subject).allowed;

const cells = permissionRows.flatMap((row) => grantees.map((grantee) => ({ row, grantee })));

test.each(cells)('$row.sentence, $grantee: the cell matches the permission table', ({ row, grantee }) => {
  const grant = row.grants[grantee];
  expect(granted(row, grantee, { author: 'somebody' })).toBe(grant.kind === 'yes');
  expect(granted(row, grantee, { author: 'x' })).toBe(grant.kind === 'yes' || grant.kind === 'author');
  const inRoles = roomRoles.filter((role) =>
    granted(row, grantee, { author: 'somebody', roles: { [role]: 'x' } }),
  );
  const expected = grant.kind === 'yes' ? roomRoles : grant.kind === 'room' ? grant.roles : [];
  expect(new Set(inRoles)).toEqual(new Set(expected));
});

test('sentences of permissions are distinct and begin with a capital letter', () => {
  const sentences = permissionRows.map(({ sentence }) => sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.filter((one) => !/^[A-Z]/u.test(one) || one.includes('this'))).toEqual([]);
});

test('a row of permissions is one line', () => {
  const line = (action: string) => permissionRows.filter((row) => row.action === action).map(whoMay);
  expect(line('readPublicStatus')).toEqual(['Anyone, signed in or not']);
  expect(line('read')).toEqual(['Every member']);
  expect(line('declare')).toEqual(['Responders, admins and owners']);
  expect(line('setStatus')).toEqual(['The incident’s commander or operations; admins and owners']);
  expect(line('withdrawComment')).toEqual(['Who wrote it; admins and owners']);
  expect(line('readAudit')).toEqual(['Owners']);
});
