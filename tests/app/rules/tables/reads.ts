/** Reads and writes by role: every answer is that of domain/permissions.ts. */
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type Action, may, type Subject } from '#domain/permissions.ts';
import { field, limit, limitToLast, matching, or, orderBy, query, where } from '#ports/docs/query.ts';
import { aComment, anAttachment, aTask, people, type RulesIncident, incidents, team } from '../team.ts';
import type { Case, Rules } from './case.ts';

type Ask = (rules: Rules, userId: string | null) => { readonly allowed: boolean };

/** A case for each person. */
const byRole = (name: string, action: Action, subject: Subject, ask: Ask): readonly Case[] =>
  byPerson(name, (person) => may(person, action, subject).allowed, ask);

const byPerson = (
  name: string,
  allowed: (person: (typeof people)[number]) => boolean,
  ask: Ask,
): readonly Case[] =>
  people.map((person) => ({
    file: 'firestore',
    name: `${person.userId ?? 'nobody'}: ${name}`,
    allowed: allowed(person),
    ask: (rules) => ask(rules, person.userId),
  }));

const member = { userId: 'viewer-out', role: 'viewer' };
/** Collections that members read as a whole, by the path of one document and of the collection. */
const ofTeam = {
  members: [documentPaths.member(team, 'viewer-out'), collectionPaths.members(team)],
  'former members': [documentPaths.formerMember(team, 'x'), collectionPaths.formerMembers(team)],
  services: [documentPaths.service(team, 'x'), collectionPaths.services(team)],
  'notification rules': [documentPaths.notificationRules(team, 'x'), collectionPaths.notificationRules(team)],
  schedules: [documentPaths.schedule(team, 'x'), collectionPaths.schedules(team)],
  overrides: [documentPaths.override(team, 'x'), collectionPaths.overrides(team)],
  holidays: [documentPaths.holidays(team, 'x'), collectionPaths.holidays(team)],
  timeOff: [documentPaths.timeOff(team, 'x'), collectionPaths.timeOff(team)],
  coverRequests: [documentPaths.coverRequest(team, 'x'), collectionPaths.coverRequests(team)],
  policies: [documentPaths.policy(team, 'x'), collectionPaths.policies(team)],
  runbooks: [documentPaths.runbook(team, 'x'), collectionPaths.runbooks(team)],
  integrations: [documentPaths.integration(team, 'x'), collectionPaths.integrations(team)],
  slackApps: [documentPaths.slackApp(team, team), collectionPaths.slackApps(team)],
  maintenance: [documentPaths.maintenance(team, 'x'), collectionPaths.maintenance(team)],
  heartbeats: [documentPaths.heartbeat(team, 'x'), collectionPaths.heartbeats(team)],
} as const;
const invite = documentPaths.invite(team, 'x');
const recovery = documentPaths.recovery(team, 'viewer-out');
const setAside = documentPaths.setAside(team, 'x');
const pushOutages = documentPaths.pushOutages(team, team);
const webhook = documentPaths.webhook(team, 'x');
const webhookDelivery = documentPaths.webhookDelivery(team, 'x');
const leaveCalendar = documentPaths.leaveCalendar(team, 'x');
const alertEvent = documentPaths.alertEvent(team, 'x', 'y');
const routing = documentPaths.routing(team, 'x');
const routingVersion = documentPaths.routingVersion(team, 'x-1');
const apiKey = documentPaths.apiKey(team, 'x');
const integrationEvent = documentPaths.integrationEvent(team, 'x');
const auditEntry = documentPaths.auditEntry(team, 'x');
const alert = documentPaths.alert(team, 'x');
const page = documentPaths.page(team, 'x');
const delivery = documentPaths.delivery(team, 'x', 'y');

const teamReads: readonly Case[] = [
  ...byRole('reads the team', 'read', {}, (rules, userId) =>
    rules.documents().as(userId).get(documentPaths.team(team)),
  ),
  ...byPerson(
    'lists teams',
    () => false,
    (rules, userId) => rules.documents().as(userId).list('teams'),
  ),
  ...Object.entries(ofTeam).flatMap(([name, [path, all]]) => {
    const stored = { [path]: member };
    return [
      ...byRole(`reads one of ${name}`, 'read', {}, (rules, userId) =>
        rules.documents(stored).as(userId).get(path),
      ),
      ...byRole(`lists ${name}`, 'read', {}, (rules, userId) => rules.documents().as(userId).list(all)),
    ];
  }),
  ...(() => {
    const stored = { [invite]: { role: 'viewer' } };
    return [
      ...byRole('reads an invite', 'inviteMembers', {}, (rules, userId) =>
        rules.documents(stored).as(userId).get(invite),
      ),
      ...byRole('lists invites', 'inviteMembers', {}, (rules, userId) =>
        rules.documents().as(userId).list(collectionPaths.invites(team)),
      ),
    ];
  })(),
  ...(() => {
    const stored = { [leaveCalendar]: { name: 'Leave' } };
    return [
      ...byRole('reads a leave calendar', 'configure', {}, (rules, userId) =>
        rules.documents(stored).as(userId).get(leaveCalendar),
      ),
      ...byRole('lists leave calendars', 'configure', {}, (rules, userId) =>
        rules.documents().as(userId).list(collectionPaths.leaveCalendars(team)),
      ),
    ];
  })(),
  ...byRole('reads a webhook', 'configure', {}, (rules, userId) =>
    rules
      .documents({ [webhook]: { name: 'Ops' } })
      .as(userId)
      .get(webhook),
  ),
  ...byRole('lists webhooks', 'configure', {}, (rules, userId) =>
    rules.documents().as(userId).list(collectionPaths.webhooks(team)),
  ),
  ...byRole('reads a delivery of a webhook', 'configure', {}, (rules, userId) =>
    rules
      .documents({ [webhookDelivery]: { status: 'waiting' } })
      .as(userId)
      .get(webhookDelivery),
  ),
  ...byRole('lists deliveries of webhooks', 'configure', {}, (rules, userId) =>
    rules.documents().as(userId).list(collectionPaths.webhookDeliveries(team)),
  ),
  ...(() => {
    const stored = { [apiKey]: { name: 'Deploys' } };
    return [
      ...byRole('reads an API key', 'manageApiKeys', {}, (rules, userId) =>
        rules.documents(stored).as(userId).get(apiKey),
      ),
      ...byRole('lists API keys', 'manageApiKeys', {}, (rules, userId) =>
        rules.documents().as(userId).list(collectionPaths.apiKeys(team)),
      ),
    ];
  })(),
  ...byRole('reads a request for a recovery', 'recoverMembers', {}, (rules, userId) =>
    rules
      .documents({ [recovery]: { status: 'open' } })
      .as(userId)
      .get(recovery),
  ),
  ...byRole('lists open requests for a recovery', 'recoverMembers', {}, (rules, userId) =>
    rules
      .documents()
      .as(userId)
      .list(query(collectionPaths.recoveries(team), where('status', '==', 'open'), limit(500))),
  ),
  ...byRole('reads what is set aside', 'configure', {}, (rules, userId) =>
    rules
      .documents({ [setAside]: { kind: 'unreadable' } })
      .as(userId)
      .get(setAside),
  ),
  ...byRole('lists what is set aside', 'configure', {}, (rules, userId) =>
    rules.documents().as(userId).list(collectionPaths.setAside(team)),
  ),
  ...byRole('reads which push services can’t be reached', 'configure', {}, (rules, userId) =>
    rules
      .documents({ [pushOutages]: { outages: [] } })
      .as(userId)
      .get(pushOutages),
  ),
  ...byRole('reads what became of a message', 'configure', {}, (rules, userId) =>
    rules
      .documents({ [integrationEvent]: { integrationId: 'y' } })
      .as(userId)
      .get(integrationEvent),
  ),
  ...byRole('lists what became of messages', 'configure', {}, (rules, userId) =>
    rules.documents().as(userId).list(collectionPaths.integrationEvents(team)),
  ),
  ...[routing, routingVersion].flatMap((path) =>
    byRole(`reads ${path}`, 'configure', {}, (rules, userId) =>
      rules
        .documents({ [path]: { rules: [] } })
        .as(userId)
        .get(path),
    ),
  ),
  ...byRole('lists the versions of routing rules', 'configure', {}, (rules, userId) =>
    rules.documents().as(userId).list(collectionPaths.routingVersions(team)),
  ),
];

/** Entries of private incidents, too: their readers are owners, who may read every incident. */
const audit: readonly Case[] = incidents.flatMap(({ id, subject }) => {
  const stored = { [auditEntry]: { incidentId: id, createdBy: 'responder-in' } };
  const all = collectionPaths.audit(team);
  const reads = (person: (typeof people)[number]) =>
    may(person, 'readAudit').allowed && may(person, 'read', subject).allowed;
  return [
    ...byPerson(`reads an audit entry (${id})`, reads, (rules, userId) =>
      rules.documents(stored).as(userId).get(auditEntry),
    ),
    ...byPerson(`lists the audit (${id})`, reads, (rules, userId) =>
      rules
        .documents(stored)
        .as(userId)
        .list(query(all, where('incidentId', '==', id), orderBy('createdAt', 'desc'), limit(50))),
    ),
    ...byRole('lists all of the audit', 'readAudit', {}, (rules, userId) =>
      rules.documents(stored).as(userId).list(query(all)),
    ),
  ];
});

const owned = (() => {
  const device = documentPaths.device(team, 'x');
  const webhook = documentPaths.personalWebhook(team, 'x');
  const slackLink = documentPaths.slackLink(team, 'responder-out');
  const feed = documentPaths.feed(team, 'x');
  const notice = documentPaths.notice(team, 'x');
  const note = documentPaths.timeOffNote(team, 'x');
  const stored = {
    [device]: { userId: 'responder-out' },
    [webhook]: { userId: 'responder-out' },
    [slackLink]: { slackUser: 'T1/U1' },
    [notice]: { userId: 'responder-out' },
    [feed]: { userId: 'responder-out' },
    [note]: { userId: 'responder-out' },
    'users/responder-out': { name: 'Ada' },
  };
  const all = collectionPaths.devices(team);
  const isAdmin = (person: (typeof people)[number]) => may(person, 'configure').allowed;
  return [
    ...byPerson(
      'reads a device',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get(device),
    ),
    ...byPerson(
      'reads a webhook of a person',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get(webhook),
    ),
    ...byPerson(
      'reads the link to a Slack user',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get(slackLink),
    ),
    ...byRole('reads their own link to a Slack user', 'read', {}, (rules, userId) => {
      const own = documentPaths.slackLink(team, userId ?? 'nobody');
      return rules
        .documents({ [own]: { slackUser: 'T1/U1' } })
        .as(userId)
        .get(own);
    }),
    ...byPerson(
      'lists links to Slack users',
      () => false,
      (rules, userId) => rules.documents(stored).as(userId).list(collectionPaths.slackLinks(team)),
    ),
    ...byRole('lists own webhooks', 'read', {}, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(collectionPaths.personalWebhooks(team), where('userId', '==', userId ?? ''))),
    ),
    ...byPerson(
      'reads a note on time off',
      (person) => person.userId === 'responder-out' || isAdmin(person),
      (rules, userId) => rules.documents(stored).as(userId).get(note),
    ),
    ...byPerson('lists notes on time off', isAdmin, (rules, userId) =>
      rules.documents().as(userId).list(collectionPaths.timeOffNotes(team)),
    ),
    ...byRole('lists own notes on time off', 'read', {}, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(collectionPaths.timeOffNotes(team), where('userId', '==', userId ?? ''))),
    ),
    ...byPerson(
      'reads a feed',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get(feed),
    ),
    ...byPerson(
      'lists feeds',
      () => false,
      (rules, userId) => rules.documents().as(userId).list(collectionPaths.feeds(team)),
    ),
    ...byRole('lists own feeds', 'read', {}, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(collectionPaths.feeds(team), where('userId', '==', userId ?? ''))),
    ),
    ...byPerson(
      'reads a notice',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get(notice),
    ),
    ...byPerson(
      'lists notices',
      () => false,
      (rules, userId) => rules.documents().as(userId).list(collectionPaths.notices(team)),
    ),
    ...byRole('lists own notices', 'read', {}, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(collectionPaths.notices(team), where('userId', '==', userId ?? ''))),
    ),
    ...byPerson(
      'lists devices',
      () => false,
      (rules, userId) => rules.documents().as(userId).list(all),
    ),
    ...byRole('lists own devices', 'read', {}, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(all, where('userId', '==', userId ?? ''))),
    ),
    ...byPerson(
      'reads a profile',
      ({ userId }) => userId === 'responder-out',
      (rules, userId) => rules.documents(stored).as(userId).get('users/responder-out'),
    ),
    ...byPerson(
      'lists profiles',
      () => false,
      (rules, userId) => rules.documents().as(userId).list('users'),
    ),
  ];
})();

/** Incidents, and what carries copies of their privacy, are listed by who asks for what they may see. */
const lists: readonly Case[] = [
  collectionPaths.incidents(team),
  collectionPaths.alerts(team),
  collectionPaths.pages(team),
].flatMap((all) => [
  ...byRole(`lists open ${all}`, 'read', {}, (rules, userId) =>
    rules
      .documents()
      .as(userId)
      .list(query(all, where('private', '==', false), orderBy('createdAt'), limit(5))),
  ),
  ...byRole(`lists own ${all}`, 'read', {}, (rules, userId) =>
    rules
      .documents()
      .as(userId)
      .list(query(all, where('people', 'array-contains', userId ?? ''))),
  ),
  ...byRole(`lists open and own ${all}`, 'read', {}, (rules, userId) =>
    rules
      .documents()
      .as(userId)
      .list(
        query(
          all,
          matching(or(field('private', '==', false), field('people', 'array-contains', userId ?? ''))),
          orderBy('createdAt'),
          limitToLast(5),
        ),
      ),
  ),
  ...byPerson(
    `lists private ${all}`,
    ({ role }) => role === 'owner',
    (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .list(query(all, where('private', '==', true))),
  ),
  ...byRole(`lists all ${all}`, 'exportTeam', {}, (rules, userId) =>
    rules.documents().as(userId).list(query(all)),
  ),
]);

function inRoom({ id, subject }: RulesIncident): readonly Case[] {
  const incident = documentPaths.incident(team, id);
  const paths = ['timeline', 'tasks', 'attachments'].map((name) => `${incident}/${name}` as const);
  const copies = { ...subject, people: [...subject.people], incidentId: id };
  const stored = {
    ...Object.fromEntries(paths.map((path) => [`${path}/x`, { createdBy: 'somebody' }])),
    [alert]: copies,
    [page]: copies,
    [alertEvent]: { alertId: 'x' },
    [delivery]: { pageId: 'x' },
  };
  return [
    ...[incident, alert, alertEvent, page, delivery, ...paths.map((path) => `${path}/x`)].flatMap((path) =>
      byRole(`reads ${path} (${id})`, 'read', subject, (rules, userId) =>
        rules.documents(stored).as(userId).get(path),
      ),
    ),
    ...[...paths, collectionPaths.deliveries(team, 'x'), collectionPaths.history(team, 'x')].flatMap((path) =>
      byRole(`lists ${path} (${id})`, 'read', subject, (rules, userId) =>
        rules
          .documents(stored)
          .as(userId)
          .list(query(path, orderBy('createdAt'))),
      ),
    ),
  ];
}

function writesIn({ id, subject }: RulesIncident): readonly Case[] {
  const [entry, task, file] = [
    documentPaths.timelineEvent(team, id, 'x'),
    documentPaths.task(team, id, 'x'),
    documentPaths.attachment(team, id, 'x'),
  ];
  const stored = {
    [entry]: aComment('somebody', id),
    [task]: aTask('somebody', id),
    [file]: anAttachment('somebody', id),
  };
  const own = Object.fromEntries(
    people.map(({ userId }) => [userId, { [file]: anAttachment(userId ?? 'nobody', id) }]),
  );
  return [
    ...byRole(`comments (${id})`, 'comment', subject, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .set(entry, aComment(userId ?? '', id)),
    ),
    ...byRole(`adds a task (${id})`, 'editTasks', subject, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .set(task, aTask(userId ?? '', id)),
    ),
    ...byRole(`changes a task (${id})`, 'editTasks', subject, (rules, userId) =>
      rules.documents(stored).as(userId).update(task, { text: 'Call them again', revision: 2 }),
    ),
    ...byRole(`removes a task (${id})`, 'editTasks', subject, (rules, userId) =>
      rules.documents(stored).as(userId).delete(task),
    ),
    ...byRole(`records a file (${id})`, 'upload', subject, (rules, userId) =>
      rules
        .documents()
        .as(userId)
        .set(file, anAttachment(userId ?? '', id)),
    ),
    ...byRole(`removes the record of an own file (${id})`, 'upload', subject, (rules, userId) =>
      rules
        .documents(own[String(userId)] ?? stored)
        .as(userId)
        .delete(file),
    ),
    ...byPerson(
      `removes the record of another's file (${id})`,
      (person) => may(person, 'upload', subject).allowed && may(person, 'configure').allowed,
      (rules, userId) => rules.documents(stored).as(userId).delete(file),
    ),
    ...byPerson(
      `changes an entry (${id})`,
      () => false,
      (rules, userId) => rules.documents(stored).as(userId).update(entry, { body: 'I never said that.' }),
    ),
    ...byPerson(
      `removes an entry (${id})`,
      () => false,
      (rules, userId) => rules.documents(stored).as(userId).delete(entry),
    ),
    ...byPerson(
      `changes the record of a file (${id})`,
      () => false,
      (rules, userId) => rules.documents(stored).as(userId).update(file, { name: 'other.png' }),
    ),
  ];
}

/** Collections that only the server reads and writes, or writes. */
const hidden = [
  serverPaths.command(team, 'x'),
  serverPaths.integrationKey('x'),
  serverPaths.apiKeyDigest('x'),
  serverPaths.apiKeyRate(team, 'x'),
  serverPaths.slackRate(team, 'x'),
  serverPaths.integrationSecret(team, 'x'),
  serverPaths.webhookSecret(team, 'x'),
  serverPaths.personalWebhookSecret(team, 'x'),
  serverPaths.webhookLane(team, 'x'),
  serverPaths.queuedMail(team, 'x'),
  serverPaths.webhookTargets(team, team),
  serverPaths.webhookEvent(team, 'x'),
  serverPaths.chatMessage(team, 'x'),
  serverPaths.slackSecret(team, team),
  serverPaths.ingestRate('x'),
  serverPaths.alertKey(team, 'x', 'y'),
  serverPaths.slug('x'),
  serverPaths.handOver(team, 'x'),
];
const decided = [
  documentPaths.team(team),
  documentPaths.user('responder-out'),
  documentPaths.device(team, 'x'),
  invite,
  setAside,
  pushOutages,
  integrationEvent,
  webhook,
  webhookDelivery,
  documentPaths.slackLink(team, 'responder-out'),
  routing,
  routingVersion,
  auditEntry,
  alert,
  page,
  delivery,
  ...Object.values(ofTeam).map(([path]) => path),
  ...incidents.map(({ id }) => documentPaths.incident(team, id)),
];

const denied: readonly Case[] = (() => {
  const stored = Object.fromEntries(
    [...hidden, ...decided].map((path) => [path, { userId: 'responder-out' }]),
  );
  return [
    ...hidden.flatMap((path) =>
      byPerson(
        `reads ${path}`,
        () => false,
        (rules, userId) => rules.documents(stored).as(userId).get(path),
      ),
    ),
    ...[...hidden, ...decided].flatMap((path) => [
      ...byPerson(
        `writes ${path}`,
        () => false,
        (rules, userId) => rules.documents(stored).as(userId).set(path, {}),
      ),
      ...byPerson(
        `changes ${path}`,
        () => false,
        (rules, userId) => rules.documents(stored).as(userId).update(path, { revision: 2 }),
      ),
      ...byPerson(
        `removes ${path}`,
        () => false,
        (rules, userId) => rules.documents(stored).as(userId).delete(path),
      ),
    ]),
  ];
})();

export const roles: readonly Case[] = [
  ...teamReads,
  ...audit,
  ...owned,
  ...lists,
  ...incidents.flatMap((room) => [...inRoom(room), ...writesIn(room)]),
  ...denied,
];
