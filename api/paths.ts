/**
 * Where each thing lives. Built here and nowhere else, so that rules, functions and screens agree.
 * @throws TypeError for an id that one of the stores refuses
 */
import { limits } from '#domain/constants.ts';
import { idOf } from '#domain/base.ts';

const team = (teamId: string) => `teams/${idOf(teamId)}`;
const incident = (teamId: string, incidentId: string) => `${team(teamId)}/incidents/${idOf(incidentId)}`;
const page = (teamId: string, pageId: string) => `${team(teamId)}/pages/${idOf(pageId)}`;

/** Paths of documents. */
export const documentPaths = {
  user: (userId: string) => `users/${idOf(userId)}`,
  team,
  member: (teamId: string, userId: string) => `${team(teamId)}/members/${idOf(userId)}`,
  invite: (teamId: string, id: string) => `${team(teamId)}/invites/${idOf(id)}`,
  service: (teamId: string, id: string) => `${team(teamId)}/services/${idOf(id)}`,
  schedule: (teamId: string, id: string) => `${team(teamId)}/schedules/${idOf(id)}`,
  override: (teamId: string, id: string) => `${team(teamId)}/overrides/${idOf(id)}`,
  policy: (teamId: string, id: string) => `${team(teamId)}/policies/${idOf(id)}`,
  integration: (teamId: string, id: string) => `${team(teamId)}/integrations/${idOf(id)}`,
  device: (teamId: string, id: string) => `${team(teamId)}/devices/${idOf(id)}`,
  command: (teamId: string, commandId: string) => `${team(teamId)}/commands/${idOf(commandId)}`,
  alert: (teamId: string, id: string) => `${team(teamId)}/alerts/${idOf(id)}`,
  page,
  delivery: (teamId: string, pageId: string, id: string) => `${page(teamId, pageId)}/deliveries/${idOf(id)}`,
  incident,
  timelineEvent: (teamId: string, incidentId: string, id: string) =>
    `${incident(teamId, incidentId)}/timeline/${idOf(id)}`,
  task: (teamId: string, incidentId: string, id: string) =>
    `${incident(teamId, incidentId)}/tasks/${idOf(id)}`,
  attachment: (teamId: string, incidentId: string, id: string) =>
    `${incident(teamId, incidentId)}/attachments/${idOf(id)}`,
  /** That a document can't be read or worked with. Admins may read it. */
  setAside: (teamId: string, id: string) => `${team(teamId)}/setAside/${idOf(id)}`,

  // What only the server reads and writes: no client may see these.
  /** Which integration a sender's key belongs to; the id is the key's digest (`ingest/key.ts`). */
  integrationKey: (keyId: string) => `integrationKeys/${idOf(keyId)}`,
  /** How much a sender's key has sent in this minute. */
  ingestRate: (keyId: string) => `ingestRates/${idOf(keyId)}`,
  /** Which alert a dedup key stands for: read and written with the alert, so that two signals can't open two. */
  alertKey: (teamId: string, integrationId: string, dedupKey: string) =>
    `${team(teamId)}/alertKeys/${idOf(integrationId)}:${escapeKey(dedupKey)}`,
  /** That the realtime database's copy of who may be where is behind. */
  accessChange: (teamId: string, kind: 'member' | 'room', subjectId: string) =>
    `${team(teamId)}/accessChanges/${kind}-${idOf(subjectId)}`,
  /** Who has a push registration; the id is the registration's digest. */
  registration: (digest: string) => `registrations/${idOf(digest)}`,
  /** Which team a slug belongs to. */
  slug: (slug: string) => `slugs/${idOf(slug)}`,
} as const;

/** Paths of collections, for queries. */
export const collectionPaths = {
  users: () => 'users',
  teams: () => 'teams',
  members: (teamId: string) => `${team(teamId)}/members`,
  invites: (teamId: string) => `${team(teamId)}/invites`,
  services: (teamId: string) => `${team(teamId)}/services`,
  schedules: (teamId: string) => `${team(teamId)}/schedules`,
  overrides: (teamId: string) => `${team(teamId)}/overrides`,
  policies: (teamId: string) => `${team(teamId)}/policies`,
  integrations: (teamId: string) => `${team(teamId)}/integrations`,
  devices: (teamId: string) => `${team(teamId)}/devices`,
  alerts: (teamId: string) => `${team(teamId)}/alerts`,
  pages: (teamId: string) => `${team(teamId)}/pages`,
  deliveries: (teamId: string, pageId: string) => `${page(teamId, pageId)}/deliveries`,
  setAside: (teamId: string) => `${team(teamId)}/setAside`,
  incidents: (teamId: string) => `${team(teamId)}/incidents`,
  timeline: (teamId: string, incidentId: string) => `${incident(teamId, incidentId)}/timeline`,
  tasks: (teamId: string, incidentId: string) => `${incident(teamId, incidentId)}/tasks`,
  attachments: (teamId: string, incidentId: string) => `${incident(teamId, incidentId)}/attachments`,
} as const;

/** Ids of collections that are asked across all teams at once. */
export const collectionGroups = {
  pages: 'pages',
  deliveries: 'deliveries',
  integrations: 'integrations',
  alerts: 'alerts',
  accessChanges: 'accessChanges',
  setAside: 'setAside',
} as const;

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
  /** The same for who is in a private incident. */
  accessRoom: (teamId: string, incidentId: string, userId: string) =>
    `access/${idOf(teamId)}/private/${idOf(incidentId)}/${idOf(userId)}`,
} as const;

/** Paths of stored files. The name is the last segment: a slash in it would make another folder. */
export const storagePaths = {
  attachment: (teamId: string, incidentId: string, attachmentId: string, name: string) =>
    `${incident(teamId, incidentId)}/${idOf(attachmentId)}/${fileName(name)}`,
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
  if (key.length > limits.dedupKey)
    throw new TypeError(`A dedup key has at most ${limits.dedupKey} characters, not ${key.length}.`);
  return key
    .replaceAll(/[%/]|_$/gu, (char) => (char === '%' ? '%25' : char === '/' ? '%2F' : '%5F'))
    .replaceAll(/\p{Surrogate}/gu, (lone) => `%${lone.charCodeAt(0).toString(16).toUpperCase()}`);
}
