/**
 * Paths of all documents. Built here and nowhere else, so that rules, functions and screens agree.
 * @throws TypeError for an id that one of the stores refuses
 */
import { limits } from '#domain/constants.ts';
import { idOf } from '#domain/base.ts';
import { isLonger } from '#domain/text.ts';

/** Collections that clients read, by the name of one document: names of the parent collections, then of the collection. */
export const collections = {
  user: ['users'],
  team: ['teams'],
  member: ['teams', 'members'],
  /** Names of people who left; the id is the person's. */
  formerMember: ['teams', 'formerMembers'],
  invite: ['teams', 'invites'],
  service: ['teams', 'services'],
  schedule: ['teams', 'schedules'],
  override: ['teams', 'overrides'],
  /** Requests for cover of a shift. */
  coverRequest: ['teams', 'coverRequests'],
  /** Calendars that other programs read; the id is the digest of the secret in its address. Its owner may read it. */
  feed: ['teams', 'feeds'],
  /** The person it belongs to may read it. */
  notice: ['teams', 'notices'],
  timeOff: ['teams', 'timeOff'],
  /** A person's note on their time off. Readable by that person and admins. */
  timeOffNote: ['teams', 'timeOffNotes'],
  /** Calendars of leave and holidays that the team reads in. Admins may read them. */
  leaveCalendar: ['teams', 'leaveCalendars'],
  /** The holidays of one of them, under its id. */
  holidays: ['teams', 'holidays'],
  policy: ['teams', 'policies'],
  runbook: ['teams', 'runbooks'],
  integration: ['teams', 'integrations'],
  /** Routing rules of an integration, under its id, and their earlier versions. Admins may read them. */
  routing: ['teams', 'routings'],
  routingVersion: ['teams', 'routingVersions'],
  /** Keys of programs. Admins may read them. */
  apiKey: ['teams', 'apiKeys'],
  /** Times in which alerts page nobody. */
  maintenance: ['teams', 'maintenance'],
  /** When a job was last heard of; the id is its integration's. */
  heartbeat: ['teams', 'heartbeats'],
  /** Webhooks out to programs and chat rooms, and what was sent by them. Admins may read them. */
  webhook: ['teams', 'webhooks'],
  webhookDelivery: ['teams', 'webhookDeliveries'],
  /** Marks that the team takes commands from Slack. Id: the team's. */
  slackApp: ['teams', 'slackApps'],
  /** Slack user of a member; the id is the member's. Only that member may read the document. */
  slackLink: ['teams', 'slackLinks'],
  /** Outcome of a sender's message. Admins may read it. */
  integrationEvent: ['teams', 'integrationEvents'],
  /** A person's notification rules; the id is the person's. */
  notificationRules: ['teams', 'notificationRules'],
  device: ['teams', 'devices'],
  /** The person it belongs to may read it. */
  personalWebhook: ['teams', 'personalWebhooks'],
  alert: ['teams', 'alerts'],
  /** Comments on an alert, and what happened to it and its page, while it belongs to no incident. */
  alertEvent: ['teams', 'alerts', 'history'],
  page: ['teams', 'pages'],
  delivery: ['teams', 'pages', 'deliveries'],
  incident: ['teams', 'incidents'],
  timelineEvent: ['teams', 'incidents', 'timeline'],
  task: ['teams', 'incidents', 'tasks'],
  attachment: ['teams', 'incidents', 'attachments'],
  /** A member's request to recover a second factor, as owners see it; the id is the person's. Owners may read it. */
  recovery: ['teams', 'recoveries'],
  /** Documents that can't be read or processed. Readable by admins. */
  setAside: ['teams', 'setAside'],
  /** Push services that the team's pages can't be sent to; the id is the team's. Admins may read it. */
  pushOutages: ['teams', 'pushOutages'],
  /** Changes that a command made; the id is the command's. Owners may read it. */
  auditEntry: ['teams', 'audit'],
} as const;

/** Collections that only the server reads and writes: no client may see these. */
export const serverCollections = {
  command: ['teams', 'commands'],
  /** The page of a service that takes further alerts; the id is the service's. */
  pageWindow: ['teams', 'pageWindows'],
  /** Pushes of pages that count for the cap of a person; the id is the person's. */
  pushWindow: ['teams', 'pushWindows'],
  /** The integration of a sender's key; the id is the key's digest (`ingest-key.ts`). */
  integrationKey: ['integrationKeys'],
  /** The team's API key of a digest (`api-key.ts`). */
  apiKeyDigest: ['apiKeyDigests'],
  /** Requests of an API key in this minute, leased by processes; the id is the key's. */
  apiKeyRate: ['teams', 'apiKeyRates'],
  /** The secret with which a sender signs its messages; the id is the integration's. */
  integrationSecret: ['teams', 'integrationSecrets'],
  /** The service of a name, where senders name services; the id is the digest of the name (`serviceNameId`). */
  serviceName: ['teams', 'serviceNames'],
  /** The alert of several dedup keys that a routing rule puts together; the id is the digest of integration and text. */
  sharedAlert: ['teams', 'sharedAlerts'],
  /** Messages of a sender's key in this minute; the id is the key's digest and the number of the counter. */
  ingestRate: ['ingestRates'],
  /** Address and other secrets of a person's webhook, under its id. */
  personalWebhookSecret: ['teams', 'personalWebhookSecrets'],
  /** The owner of a push registration; the id is the registration's digest. */
  registration: ['registrations'],
  /** Address that a leave calendar is read from, under the calendar's id: a secret. */
  calendarAddress: ['teams', 'calendarAddresses'],
  /** Address and keys of a webhook, and progress of the sending to it; the id is the webhook's. */
  webhookSecret: ['teams', 'webhookSecrets'],
  webhookLane: ['teams', 'webhookLanes'],
  /** The enabled webhooks; the id is the team's. */
  webhookTargets: ['teams', 'webhookTargets'],
  /** Changes that webhooks are sent of. */
  webhookEvent: ['teams', 'webhookEvents'],
  /** The key by which Slack signs its requests; the id is the team's. */
  slackSecret: ['teams', 'slackSecrets'],
  /** Messages in chat rooms that are edited. */
  chatMessage: ['teams', 'chatMessages'],
  /** A person's mail settings, with the confirmed address and a pending confirmation. Id: the person's. */
  mailSettings: ['teams', 'mailSettings'],
  mailConfirmation: ['teams', 'mailConfirmations'],
  /** Mail that waits to be sent, with the secrets of its links. */
  queuedMail: ['teams', 'queuedMails'],
  /** Confirmations of a day; the id is the digest of a person or an address. */
  mailRate: ['mailRates'],
  /** Unfinished hand-over of a former member's holdings; the id is that member's. */
  handOver: ['teams', 'handOvers'],
  /** When a schedule is due for reminders and digests; the id is the schedule's. */
  shiftTimer: ['teams', 'shiftTimers'],
  /** When the devices of a person on call are looked at; the id is the person's. */
  onCallCheck: ['teams', 'onCallChecks'],
  /** When a team's admins are told next what is missing in its readiness; the id is the team's. */
  weeklyDigest: ['teams', 'weeklyDigests'],
  /** A person's request to recover a second factor, their unused recovery codes, and attempts by the digest of an address. */
  accountRecovery: ['accountRecoveries'],
  recoveryCodes: ['recoveryCodes'],
  recoveryAttempts: ['recoveryAttempts'],
  /** Keys that the server made for itself. */
  secret: ['secrets'],
  /** The team of a slug. */
  slug: ['slugs'],
  /** Deletion of an account, under way or lately done; the id is the person's. */
  accountDeletion: ['accountDeletions'],
  /** Progress of bulk work of the sweep, by the work's name. */
  sweepState: ['sweepState'],
} as const;

type Places = Readonly<Record<string, readonly string[]>>;
/** An id per collection. */
type Ids<Collections extends readonly string[]> = { readonly [K in keyof Collections]: string };
type DocumentPaths<P extends Places> = { readonly [K in keyof P]: (...ids: Ids<P[K]>) => string };
/** By the collection's own name, of the ids above it. */
type CollectionPaths<P extends Places> = {
  readonly [
    K in keyof P as P[K] extends readonly [...string[], infer Name extends string] ? Name : never
  ]: P[K] extends readonly [...infer Above extends string[], string] ? (...ids: Ids<Above>) => string : never;
};

/** Of a document; with one id less, of the collection. */
const pathOf = (names: readonly string[], ids: readonly string[]): string =>
  names.flatMap((name, depth) => [name, ...ids.slice(depth, depth + 1).map(idOf)]).join('/');

function withIds(count: number, build: (ids: readonly string[]) => string) {
  return (...ids: readonly string[]) => {
    if (ids.length === count) return build(ids);
    throw new TypeError(`This path has ${count} ids, not ${ids.length}.`);
  };
}

const documentPathsOf = <P extends Places>(places: P): DocumentPaths<P> =>
  Object.fromEntries(
    Object.entries(places).map(([one, names]) => [one, withIds(names.length, (ids) => pathOf(names, ids))]),
  ) as unknown as DocumentPaths<P>;

const plainPaths = documentPathsOf({ ...collections, ...serverCollections });

/** Paths of documents, from the ids of those above it and its own. */
export const documentPaths = {
  ...plainPaths,
  /** The alert of a dedup key: read and written with the alert, so that two signals can't open two alerts. No client may read it. */
  alertKey: (teamId: string, integrationId: string, dedupKey: string) =>
    `${plainPaths.team(teamId)}/alertKeys/${idOf(integrationId)}:${escapeKey(dedupKey)}`,
  /** Marks that the realtime database's copy of access rights is outdated. Not readable by clients. */
  accessChange: (teamId: string, kind: 'member' | 'room' | 'team', subjectId: string) =>
    `${plainPaths.team(teamId)}/accessChanges/${kind}-${idOf(subjectId)}`,
};

/** Paths of collections, for queries. */
export const collectionPaths = Object.fromEntries(
  Object.values(collections).map((names) => [
    names.at(-1),
    withIds(names.length - 1, (ids) => pathOf(names, ids)),
  ]),
) as unknown as CollectionPaths<typeof collections>;

const groupNames = [
  'formerMembers',
  'pages',
  'deliveries',
  'integrations',
  'integrationEvents',
  'heartbeats',
  'maintenance',
  'alerts',
  'accessChanges',
  'setAside',
  'pushOutages',
  'audit',
  'tasks',
  'handOvers',
  'invites',
  'timeOff',
  'leaveCalendars',
  'devices',
  'notices',
  'shiftTimers',
  'onCallChecks',
  'weeklyDigests',
  'coverRequests',
  'webhookLanes',
  'webhookEvents',
  'webhookDeliveries',
  'chatMessages',
] as const;

/** The id that a collection has in queries across all teams: its name. */
export const collectionGroups = /* @__PURE__ */ (() =>
  Object.fromEntries(groupNames.map((name) => [name, name])))() as unknown as {
  readonly [Name in (typeof groupNames)[number]]: Name;
};

/** Paths of the realtime database. */
export const realtimePaths = {
  room: (teamId: string, incidentId: string) => `presence/${idOf(teamId)}/${idOf(incidentId)}`,
  /** `slot`: 0 to `constants.presenceSlots` - 1. */
  presence: (teamId: string, incidentId: string, userId: string, slot: number) =>
    `presence/${idOf(teamId)}/${idOf(incidentId)}/${idOf(userId)}_${slot}`,
  /**
   * `{ human: true, connectionId }` for each open application of a person, removed when it goes. Simulated teammates step back
   * while somebody is there.
   */
  humans: (teamId: string, userId: string) => `presence/${idOf(teamId)}/people/${idOf(userId)}`,
  human: (teamId: string, userId: string, slot: number) =>
    `presence/${idOf(teamId)}/people/${idOf(userId)}/${idOf(userId)}_${slot}`,
  /** A copy of a member's role, kept by the server: the rules of the realtime database can't read documents. */
  accessRole: (teamId: string, userId: string) => `access/${idOf(teamId)}/members/${idOf(userId)}`,
  /** When a person's sessions were ended, in whole seconds as tokens tell times. A copy like the one above, for all their teams. */
  sessionsEnd: (userId: string) => `sessions/${idOf(userId)}`,
  /** Time of the last complete sweep, epoch milliseconds. A single value for all teams, read by every open browser. */
  sweepAt: () => 'sweep/lastAt',
  /** All copies of who may be where in a team, and who is there. */
  teamAccess: (teamId: string) => `access/${idOf(teamId)}`,
  teamPresence: (teamId: string) => `presence/${idOf(teamId)}`,
  /** Marks that an incident exists, so that its room takes presence. A copy like the role, for every incident of the team. */
  existingRoom: (teamId: string, incidentId: string) => `access/${idOf(teamId)}/rooms/${idOf(incidentId)}`,
  /** The same for who is in a private incident: everyone in it. */
  accessRoomPeople: (teamId: string, incidentId: string) =>
    `access/${idOf(teamId)}/private/${idOf(incidentId)}`,
  /** A room. */
  accessRoom: (teamId: string, incidentId: string, userId: string) =>
    `access/${idOf(teamId)}/private/${idOf(incidentId)}/${idOf(userId)}`,
} as const;

/** Paths of stored files. The name is the last segment: a slash in it would make another folder. */
export const storagePaths = {
  /** A person's picture, shown in all their teams. Written once under an id that is not told to strangers. */
  /** The folder of all of a person's pictures. */
  pictures: (userId: string) => `users/${idOf(userId)}/pictures`,
  picture: (userId: string, pictureId: string) => `users/${idOf(userId)}/pictures/${idOf(pictureId)}`,
  attachment: (teamId: string, incidentId: string, attachmentId: string, name: string) =>
    `${plainPaths.incident(teamId, incidentId)}/${idOf(attachmentId)}/${fileName(name)}`,
} as const;

function fileName(name: string): string {
  const safe = name.slice(0, 200).replaceAll(/[/\\#?[\]*\p{Cc}\p{Cs}]/gu, '_');
  return /^\.*$/u.test(safe) ? 'file' : safe;
}

/**
 * A dedup key as the end of a document id: without a slash, a lone surrogate, or the `__` that ends a reserved id. Up to
 * 5 bytes a character, so that the id stays under 1,500 bytes.
 */
function escapeKey(key: string): string {
  if (isLonger(key, limits.dedupKey))
    throw new TypeError(`A dedup key has at most ${limits.dedupKey} characters.`);
  return key
    .replaceAll(/[%/]|_$/gu, (char) => (char === '%' ? '%25' : char === '/' ? '%2F' : '%5F'))
    .replaceAll(/\p{Surrogate}/gu, (lone) => `%${lone.charCodeAt(0).toString(16).toUpperCase()}`);
}
