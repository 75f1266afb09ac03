/** Requirements of Muster's rules on the documents that browsers write. */
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { serverTimestamp, Timestamp } from '#ports/docs/values.ts';
import { aComment, anAttachment, aTask, documentRules, fileRules, team } from './team.ts';

const room = 'open';
const me = 'responder-out';
const task = documentPaths.task(team, room, 'x');
const entry = documentPaths.timelineEvent(team, room, 'x');
const attachment = documentPaths.attachment(team, room, 'x');

const mine = documentRules({
  [task]: aTask('somebody', room),
  [attachment]: anAttachment('somebody', room),
});
const stored = mine.as(me);
const fresh = documentRules().as(me);

test('a task can be created by its author with the initial fields only', () => {
  expect(fresh.set(task, { ...aTask(me, room), createdAt: serverTimestamp() }).refusal).toBeNull();
  const wrong = {
    createdBy: 'somebody',
    id: 'y',
    teamId: 'other',
    incidentId: 'closed',
    revision: 2,
    createdAt: Timestamp.fromMillis(0),
    text: '',
    assignee: 7,
    extra: true,
    done: 'no',
  };
  const allowed = Object.entries(wrong).filter(
    ([field, value]) => fresh.set(task, { ...aTask(me, room), [field]: value }).allowed,
  );
  expect(allowed).toEqual([]);
});

test('a task can be changed one revision at a time, in its editable fields only', () => {
  expect(stored.update(task, { text: 'Other words', revision: 2 }).refusal).toBeNull();
  expect(stored.update(task, { text: 'Other words', revision: 3 }).refusal?.message).toContain(
    'request.resource.data.revision is 3 and resource.data.revision + 1 is 2',
  );
  expect(stored.update(task, { createdBy: me, revision: 2 }).refusal?.message).toContain(
    "it also has 'createdBy'",
  );
});

test('a task is marked as done by the user and at the time of the write', () => {
  const done = { done: true, doneAt: serverTimestamp(), doneBy: me, revision: 2 };
  expect(stored.update(task, done).refusal).toBeNull();
  expect(stored.update(task, { ...done, doneBy: 'somebody' }).allowed).toBe(false);
  expect(stored.update(task, { ...done, doneAt: Timestamp.fromMillis(0) }).allowed).toBe(false);
});

test('a timeline entry can be added but not changed or deleted', () => {
  const told = documentRules({ [entry]: aComment(me, room) }).as('owner-in');
  expect(fresh.set(entry, aComment(me, room)).refusal).toBeNull();
  expect(told.update(entry, { body: 'I never said that.' }).refusal?.rule).toBeNull();
  expect(told.delete(entry).allowed).toBe(false);
  expect(fresh.set(entry, { ...aComment(me, room), kind: 'status', status: 'closed' }).allowed).toBe(false);
});

test('a withdrawn entry can’t be written by any browser', () => {
  const withdrawn = { kind: 'withdrawn', withdrawnAt: serverTimestamp(), withdrawnBy: me };
  for (const uid of [me, 'admin-in', 'owner-in']) {
    const { body: _erased, ...kept } = aComment(uid, room);
    const asked = [
      fresh.set(entry, { ...kept, ...withdrawn }),
      documentRules()
        .as(uid)
        .set(entry, { ...kept, ...withdrawn }),
      documentRules()
        .as(uid)
        .set(entry, { ...aComment(uid, room), ...withdrawn }),
      documentRules()
        .as(uid)
        .set(entry, { ...aComment(uid, room), withdrawnBy: uid }),
      documentRules({ [entry]: aComment(uid, room) })
        .as(uid)
        .update(entry, { ...withdrawn, revision: 2 }),
      documentRules({ [entry]: { ...kept, kind: 'withdrawn', withdrawnBy: uid } })
        .as(uid)
        .set(entry, aComment(uid, room)),
    ];
    expect(asked.map(({ allowed }) => allowed)).toEqual(asked.map(() => false));
  }
});

test('an attachment’s record must name a file of its own incident', () => {
  expect(fresh.set(attachment, anAttachment(me, room)).refusal).toBeNull();
  const elsewhere = { ...anAttachment(me, room), path: 'teams/t/incidents/closed/x/graph.png' };
  expect(fresh.set(attachment, elsewhere).allowed).toBe(false);
  expect(fresh.set(attachment, { ...anAttachment(me, room), size: 26_214_401 }).allowed).toBe(false);
});

test('an attachment can be removed by its author and by an admin', () => {
  expect(
    documentRules({ [attachment]: anAttachment(me, room) })
      .as(me)
      .delete(attachment).allowed,
  ).toBe(true);
  expect(stored.delete(attachment).allowed).toBe(false);
  expect(mine.as('admin-out').delete(attachment).allowed).toBe(true);
});

test('a file has at most 25 MB and can be written once', () => {
  const file = `teams/${team}/incidents/${room}/x/graph.png`;
  expect(fileRules().as(me).upload(file, { size: 26_214_400, contentType: 'image/png' }).allowed).toBe(true);
  expect(
    fileRules().as(me).upload(file, { size: 26_214_401, contentType: 'image/png' }).refusal?.expression,
  ).toMatchObject({
    line: 43,
    text: 'request.resource.size <= 25 * 1024 * 1024',
  });
  expect(
    fileRules({ [file]: {} })
      .as('owner-in')
      .upload(file, { size: 1, contentType: 'image/png' }).allowed,
  ).toBe(false);
  expect(
    fileRules({ [file]: {} })
      .as('owner-in')
      .delete(file).allowed,
  ).toBe(true);
  expect(
    fileRules({ [file]: {} })
      .as(me)
      .delete(file).allowed,
  ).toBe(false);
});

test('a profile and a device can be read by their own user only', () => {
  const [profile, device] = [documentPaths.user(me), documentPaths.device(team, 'x')];
  const rules = documentRules({ [profile]: { name: 'Ada' }, [device]: { userId: me } });
  const readers = (path: string) =>
    [me, 'responder-in', 'admin-out', 'stranger', null].filter(
      (person) => rules.as(person).get(path).allowed,
    );
  expect(readers(profile)).toEqual([me]);
  expect(readers(device)).toEqual([me]);
});

test('the rules have no warnings about conditions that can never hold', () => {
  expect([...documentRules().warnings, ...fileRules().warnings]).toEqual([]);
});
