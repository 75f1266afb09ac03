/**
 * Paths of documents that clients read. Built here and in `server-paths.ts` alone, so that rules, functions and screens agree.
 * @throws TypeError for an id that one of the stores refuses
 */
import { idOf } from '#domain/base.ts';

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

export const documentPathsOf = <P extends Places>(places: P): DocumentPaths<P> =>
  Object.fromEntries(
    Object.entries(places).map(([one, names]) => [one, withIds(names.length, (ids) => pathOf(names, ids))]),
  ) as unknown as DocumentPaths<P>;

/** Paths of documents that clients read, from the ids of those above it and its own. */
export const documentPaths = documentPathsOf(collections);

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
    `${documentPaths.incident(teamId, incidentId)}/${idOf(attachmentId)}/${fileName(name)}`,
} as const;

function fileName(name: string): string {
  const safe = name.slice(0, 200).replaceAll(/[/\\#?[\]*\p{Cc}\p{Cs}]/gu, '_');
  return /^\.*$/u.test(safe) ? 'file' : safe;
}
