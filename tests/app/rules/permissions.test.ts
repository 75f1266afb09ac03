/** Muster's security rules say what its permission table says: every role, in and out of open and private incidents. */
import { expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type Action, type Actor, may, type Subject } from '#domain/permissions.ts';
import type { Decision } from '#firebase-rules/index.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import {
  aComment,
  anAttachment,
  aTask,
  documentRules,
  fileRules,
  people,
  type RulesIncident,
  incidents,
  team,
} from './team.ts';

type Person = (typeof people)[number];

/** Persons whose answer differs from the table, with the rules' explanation. */
function surprises(action: Action, subject: Subject, ask: (person: Person) => Decision): readonly string[] {
  return people.flatMap((person) => {
    const actor: Actor = person;
    const decision = ask(person);
    if (decision.allowed === may(actor, action, subject).allowed) return [];
    return [`${person.userId ?? 'nobody'}: ${decision.refusal?.message ?? 'allowed'}`];
  });
}

const teamDocuments: Readonly<Record<string, string>> = {
  team: documentPaths.team(team),
  members: documentPaths.member(team, 'viewer-out'),
  services: documentPaths.service(team, 'x'),
  schedules: documentPaths.schedule(team, 'x'),
  overrides: documentPaths.override(team, 'x'),
  policies: documentPaths.policy(team, 'x'),
  integrations: documentPaths.integration(team, 'x'),
};

test.each(Object.entries(teamDocuments))('members can read the %s', (_, path) => {
  const rules = documentRules({ [path]: { teamId: team, role: 'viewer' } });
  expect(surprises('read', {}, ({ userId }) => rules.as(userId).get(path))).toEqual([]);
});

test.each(['members', 'services', 'schedules', 'overrides', 'policies', 'integrations'])(
  'members can list %s',
  (name) => {
    const rules = documentRules();
    expect(surprises('read', {}, ({ userId }) => rules.as(userId).list(`teams/${team}/${name}`))).toEqual([]);
  },
);

test('admins can read and list documents set aside', () => {
  const path = documentPaths.setAside(team, 'x');
  const rules = documentRules({ [path]: { teamId: team } });
  expect(surprises('configure', {}, ({ userId }) => rules.as(userId).get(path))).toEqual([]);
  const all = query(collectionPaths.setAside(team));
  expect(surprises('configure', {}, ({ userId }) => rules.as(userId).list(all))).toEqual([]);
});

test('admins can read which push services are unreachable', () => {
  const path = documentPaths.pushOutages(team, team);
  const rules = documentRules({ [path]: { teamId: team } });
  expect(surprises('configure', {}, ({ userId }) => rules.as(userId).get(path))).toEqual([]);
});

test('members who may invite can read and list invites', () => {
  const path = documentPaths.invite(team, 'x');
  const rules = documentRules({ [path]: { role: 'viewer' } });
  expect(surprises('inviteMembers', {}, ({ userId }) => rules.as(userId).get(path))).toEqual([]);
  const open = query(collectionPaths.invites(team), where('status', '==', 'open'));
  expect(surprises('inviteMembers', {}, ({ userId }) => rules.as(userId).list(open))).toEqual([]);
});

test.each(incidents)('incidents ($id) can be read by members who may see them', ({ id, subject }) => {
  const rules = documentRules();
  const path = documentPaths.incident(team, id);
  expect(surprises('read', subject, ({ userId }) => rules.as(userId).get(path))).toEqual([]);
});

const teamCollections: Readonly<Record<string, string>> = {
  members: collectionPaths.members(team),
  services: collectionPaths.services(team),
  schedules: collectionPaths.schedules(team),
  policies: collectionPaths.policies(team),
};

test.each(Object.entries(teamCollections))('members can list the %s', (_, path) => {
  const rules = documentRules();
  expect(surprises('read', {}, ({ userId }) => rules.as(userId).list(query(path)))).toEqual([]);
});

const listed = {
  incidents: { all: collectionPaths.incidents(team), order: 'number' },
  alerts: { all: collectionPaths.alerts(team), order: 'lastAt' },
  pages: { all: collectionPaths.pages(team), order: 'createdAt' },
} as const;

test.each(Object.entries(listed))('%s can be listed with a filter for visible ones', (_, { all, order }) => {
  const rules = documentRules();
  const open = query(all, where('private', '==', false), orderBy(order, 'desc'));
  expect(surprises('read', {}, ({ userId }) => rules.as(userId).list(open))).toEqual([]);
  const own = ({ userId }: Person) =>
    rules.as(userId).list(query(all, where('people', 'array-contains', userId ?? '')));
  expect(surprises('read', {}, own)).toEqual([]);
  // Only an owner reads every private incident.
  expect(surprises('exportTeam', {}, ({ userId }) => rules.as(userId).list(query(all)))).toEqual([]);
  expect(rules.as('viewer-in').list(query(all)).refusal?.message).toContain(
    "add where('private', '==', false) or where('people', 'array-contains', 'viewer-in')",
  );
});

test.each(incidents)(
  'contents of an incident ($id) can be listed by members who may see it',
  ({ id, subject }) => {
    const rules = documentRules();
    const found = [
      query(collectionPaths.timeline(team, id), orderBy('createdAt')),
      query(collectionPaths.tasks(team, id)),
      query(collectionPaths.attachments(team, id)),
    ].flatMap((asked) => surprises('read', subject, ({ userId }) => rules.as(userId).list(asked)));
    expect(found).toEqual([]);
  },
);

test('a file can’t be uploaded twice', () => {
  const file = `teams/${team}/incidents/open/x/graph.png`;
  const rules = fileRules({ [file]: { size: 1000 } });
  expect(rules.as('responder-in').upload(file, { size: 1000 }).allowed).toBe(false);
});

test.each(incidents)(
  'contents of an incident ($id) can be read by members who may see it',
  ({ id, subject }) => {
    const paths = [
      documentPaths.timelineEvent(team, id, 'x'),
      documentPaths.task(team, id, 'x'),
      documentPaths.attachment(team, id, 'x'),
    ];
    const rules = documentRules(Object.fromEntries(paths.map((path) => [path, { kind: 'comment' }])));
    const found = paths.flatMap((path) =>
      surprises('read', subject, ({ userId }) => rules.as(userId).get(path)),
    );
    expect(found).toEqual([]);
  },
);

test.each(incidents)('members who may comment can add comments ($id)', ({ id, subject }) => {
  const path = documentPaths.timelineEvent(team, id, 'x');
  const ask = ({ userId }: Person) =>
    documentRules()
      .as(userId)
      .set(path, aComment(userId ?? '', id));
  expect(surprises('comment', subject, ask)).toEqual([]);
});

test.each(incidents)(
  'members who may edit tasks can add, change and remove them ($id)',
  ({ id, subject }) => {
    const path = documentPaths.task(team, id, 'x');
    const rules = documentRules();
    const withTask = documentRules({ [path]: aTask('somebody', id) });
    const asks: readonly ((person: Person) => Decision)[] = [
      ({ userId }) => rules.as(userId).set(path, aTask(userId ?? '', id)),
      ({ userId }) => withTask.as(userId).update(path, { text: 'Call them again', revision: 2 }),
      ({ userId }) => withTask.as(userId).delete(path),
    ];
    expect(asks.flatMap((ask) => surprises('editTasks', subject, ask))).toEqual([]);
  },
);

test.each(incidents)('members who may upload can write the record and the file ($id)', ({ id, subject }) => {
  const record = documentPaths.attachment(team, id, 'x');
  const file = `teams/${team}/incidents/${id}/x/graph.png`;
  const asks: readonly ((person: Person) => Decision)[] = [
    ({ userId }) =>
      documentRules()
        .as(userId)
        .set(record, anAttachment(userId ?? '', id)),
    ({ userId }) => fileRules().as(userId).upload(file, { size: 1000, contentType: 'image/png' }),
  ];
  expect(asks.flatMap((ask) => surprises('upload', subject, ask))).toEqual([]);
});

test.each(incidents)('files ($id) can be read by members who may see the incident', ({ id, subject }) => {
  const file = `teams/${team}/incidents/${id}/x/graph.png`;
  const rules = fileRules({ [file]: { size: 1000 } });
  expect(surprises('read', subject, ({ userId }) => rules.as(userId).get(file))).toEqual([]);
});

const copied = ({ subject }: RulesIncident) => (subject.private ? subject : { private: false, people: [] });
const anAlert = documentPaths.alert(team, 'x');
const aPage = documentPaths.page(team, 'x');
const aDelivery = documentPaths.delivery(team, 'x', 'y');

test.each(incidents)(
  'alerts, pages and deliveries ($id) can be read by members who may see the incident',
  (room) => {
    const copies = { ...copied(room), incidentId: room.id };
    const rules = documentRules({
      [anAlert]: copies,
      [aPage]: copies,
      [aDelivery]: { pageId: 'x', userId: 'responder-out' },
    });
    const found = [anAlert, aPage, aDelivery].flatMap((path) =>
      surprises('read', room.subject, ({ userId }) => rules.as(userId).get(path)),
    );
    expect(found).toEqual([]);
    const deliveries = query(collectionPaths.deliveries(team, 'x'), orderBy('queuedAt'));
    expect(surprises('read', room.subject, ({ userId }) => rules.as(userId).list(deliveries))).toEqual([]);
  },
);

test('a missing document is answered like a forbidden one', () => {
  const hidden = { private: true, people: ['responder-in'] };
  const stored = documentRules({ [anAlert]: hidden, [aPage]: hidden, [aDelivery]: { pageId: 'x' } });
  const empty = documentRules();
  const told = people.flatMap(({ userId }) =>
    [anAlert, aPage, aDelivery].flatMap((path) => {
      const [there, absent] = [stored.as(userId).get(path), empty.as(userId).get(path)];
      // Only a reader of the private incident can tell the two apart.
      if (there.allowed || !absent.allowed) return [];
      return [`${userId ?? 'nobody'} ${path}`];
    }),
  );
  expect(told).toEqual([]);
});

test('an alert or page without copied fields can be read by owners only', () => {
  const rules = documentRules({ [anAlert]: {}, [aPage]: {}, [aDelivery]: { pageId: 'x' } });
  const readers = people.flatMap(({ userId }) =>
    [anAlert, aPage, aDelivery].some((path) => rules.as(userId).get(path).allowed) ? [userId] : [],
  );
  expect(readers).toEqual(['owner-out', 'owner-in']);
});

test('a screen can list its own pages, and an incident’s alerts and pages, with a filter for visible ones', () => {
  const rules = documentRules();
  const asking = [where('status', '==', 'notifying'), orderBy('createdAt')] as const;
  const held = [where('status', '==', 'acknowledged'), orderBy('createdAt', 'desc')] as const;
  const ofRoom = [where('incidentId', '==', 'closed'), orderBy('createdAt')] as const;
  const { pages, alerts } = { pages: listed.pages.all, alerts: listed.alerts.all };
  const open = where('private', '==', false);
  const asks = [
    (uid: string) => query(pages, open, where('waitingFor', 'array-contains', uid), ...asking),
    (uid: string) => query(pages, where('people', 'array-contains', uid), ...asking),
    (uid: string) => query(pages, open, where('holders', 'array-contains', uid), ...held),
    (uid: string) => query(pages, where('people', 'array-contains', uid), ...held),
    ...[pages, alerts].flatMap((all) => [
      () => query(all, open, ...ofRoom),
      (uid: string) => query(all, where('people', 'array-contains', uid), ...ofRoom),
    ]),
  ];
  const found = asks.flatMap((ask) =>
    surprises('read', {}, ({ userId }) => rules.as(userId).list(ask(userId ?? ''))),
  );
  expect(found).toEqual([]);
  // A page that waits for me may be of a private incident that I am not in: a list must name the kind that it wants.
  const mine = query(pages, where('waitingFor', 'array-contains', 'responder-in'), ...asking);
  expect(rules.as('responder-in').list(mine).allowed).toBe(false);
});

test('server-only documents can be neither read nor written, and server-decided documents not written', () => {
  const hidden = [
    serverPaths.command(team, 'x'),
    serverPaths.integrationKey('x'),
    serverPaths.ingestRate('x'),
    serverPaths.alertKey(team, 'x', 'y'),
    serverPaths.slug('x'),
    serverPaths.handOver(team, 'x'),
  ];
  const decided = [
    documentPaths.setAside(team, 'x'),
    documentPaths.pushOutages(team, team),
    documentPaths.invite(team, 'x'),
    ...Object.values(teamDocuments),
    anAlert,
    aPage,
    aDelivery,
    ...incidents.map(({ id }) => documentPaths.incident(team, id)),
  ];
  const rules = documentRules(
    Object.fromEntries([...hidden, ...decided].map((path) => [path, { teamId: team }])),
  );
  const asks = people.flatMap(({ userId }) => [
    ...hidden.map((path) => rules.as(userId).get(path)),
    ...[...hidden, ...decided].flatMap((path) => [
      rules.as(userId).set(path, {}),
      rules.as(userId).update(path, { revision: 2 }),
      rules.as(userId).delete(path),
    ]),
  ]);
  expect(asks.filter(({ allowed }) => allowed)).toEqual([]);
});
