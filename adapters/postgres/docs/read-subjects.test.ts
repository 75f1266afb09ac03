import { expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import { ReadSubjects } from './read-subjects.ts';

function connection() {
  const heard: ChangeHint[] = [];
  return { heard, subjects: new ReadSubjects((hint) => heard.push(hint)) };
}

const allowed = async () => {};
const denied = () => Promise.reject(new PortError('permission-denied', 'No.'));

test('a connection is notified of documents and queries it has read', async () => {
  const { heard, subjects } = connection();
  await subjects.doc('teams/t', allowed);
  await subjects.query(query('teams/t/incidents'), allowed);
  subjects.hear(['teams/t', 'teams/u']);
  subjects.hear(['teams/t/incidents/7', 'teams/t/incidents/8']);
  subjects.hear(['teams/t/incidents/7/timeline/1']);
  expect(heard).toEqual([['teams/t'], ['teams/t/incidents']]);
});

test('a connection is not notified of denied reads, and no longer of reads denied later', async () => {
  const { heard, subjects } = connection();
  await expect(subjects.doc('teams/t', denied)).rejects.toThrow('No.');
  const open = query('teams/t/incidents', where('private', '==', false));
  await subjects.query(query('teams/t/incidents'), denied).catch(() => {});
  subjects.hear(['teams/t', 'teams/t/incidents/7']);
  expect(heard).toEqual([]);
  await subjects.query(open, allowed);
  // Another question about the same collection says nothing of this one.
  await subjects.query(query('teams/t/incidents'), denied).catch(() => {});
  subjects.hear(['teams/t/incidents/7']);
  expect(heard).toEqual([['teams/t/incidents']]);
  await subjects.query(open, denied).catch(() => {});
  subjects.hear(['teams/t/incidents/7']);
  expect(heard).toHaveLength(1);
});

test('a change during the first read is reported once the read is allowed', async () => {
  const { heard, subjects } = connection();
  const answer = Promise.withResolvers<void>();
  const reading = subjects.doc('n/a', () => answer.promise);
  subjects.hear(['n/a']);
  expect(heard).toEqual([]);
  answer.resolve();
  await reading;
  expect(heard).toEqual([['n/a']]);
  const refusal = Promise.withResolvers<void>();
  const refused = subjects.doc('n/b', () => refusal.promise);
  subjects.hear(['n/b']);
  refusal.reject(new PortError('permission-denied', 'No.'));
  await refused.catch(() => {});
  expect(heard).toHaveLength(1);
});

test('a failed read other than permission-denied keeps the subscription', async () => {
  const { heard, subjects } = connection();
  await subjects.doc('n/a', allowed);
  await subjects.doc('n/a', () => Promise.reject(new PortError('unavailable', 'Gone.'))).catch(() => {});
  subjects.hear(['n/a']);
  expect(heard).toEqual([['n/a']]);
});

test('a group query, lost hints and very many reads are reported as “anything may have changed”', async () => {
  const { heard, subjects } = connection();
  await subjects.query(collectionGroup('tasks'), allowed);
  subjects.hear(['teams/t/incidents/7/tasks/1']);
  subjects.hear(null);
  subjects.hear(['teams/t/incidents/7/files/1']);
  expect(heard).toEqual([null, null]);
  for (let at = 0; at < 5000; at++) await subjects.doc(`n/${at}`, allowed);
  subjects.hear(['other/1']);
  // The request past the limit, and the change.
  expect(heard).toEqual([null, null, null, null]);
  // A denial makes room for no request that was not kept: its changes are still published.
  await subjects.doc('n/0', denied).catch(() => {});
  subjects.hear(['n/4999']);
  expect(heard).toHaveLength(5);
});

test('the next user gets no changes of the previous user’s reads', async () => {
  const { heard, subjects } = connection();
  await subjects.doc('n/a', allowed);
  subjects.clear();
  subjects.hear(['n/a']);
  expect(heard).toEqual([]);
});
