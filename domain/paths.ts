/** Where each thing lives. Built here and nowhere else, so that rules, functions and screens agree. */
const team = (teamId: string) => `teams/${teamId}`;
const incident = (teamId: string, incidentId: string) => `${team(teamId)}/incidents/${incidentId}`;
const page = (teamId: string, pageId: string) => `${team(teamId)}/pages/${pageId}`;

/** Paths of documents. */
export const documentPaths = {
  user: (userId: string) => `users/${userId}`,
  team,
  member: (teamId: string, userId: string) => `${team(teamId)}/members/${userId}`,
  invite: (teamId: string, id: string) => `${team(teamId)}/invites/${id}`,
  service: (teamId: string, id: string) => `${team(teamId)}/services/${id}`,
  schedule: (teamId: string, id: string) => `${team(teamId)}/schedules/${id}`,
  override: (teamId: string, id: string) => `${team(teamId)}/overrides/${id}`,
  policy: (teamId: string, id: string) => `${team(teamId)}/policies/${id}`,
  integration: (teamId: string, id: string) => `${team(teamId)}/integrations/${id}`,
  device: (teamId: string, id: string) => `${team(teamId)}/devices/${id}`,
  command: (teamId: string, commandId: string) => `${team(teamId)}/commands/${commandId}`,
  alert: (teamId: string, id: string) => `${team(teamId)}/alerts/${id}`,
  page,
  delivery: (teamId: string, pageId: string, id: string) => `${page(teamId, pageId)}/deliveries/${id}`,
  incident,
  timelineEvent: (teamId: string, incidentId: string, id: string) =>
    `${incident(teamId, incidentId)}/timeline/${id}`,
  task: (teamId: string, incidentId: string, id: string) => `${incident(teamId, incidentId)}/tasks/${id}`,
  attachment: (teamId: string, incidentId: string, id: string) =>
    `${incident(teamId, incidentId)}/attachments/${id}`,

  // What only the server reads and writes: no client may see these.
  /** Which integration a sender's key belongs to. */
  integrationKey: (key: string) => `integrationKeys/${key}`,
  /** How much a sender's key has sent in this minute. */
  ingestRate: (key: string) => `ingestRates/${key}`,
  /** Which alert a dedup key stands for: read and written with the alert, so that two signals can't open two. */
  alertKey: (teamId: string, integrationId: string, dedupKey: string) =>
    `${team(teamId)}/alertKeys/${integrationId}:${dedupKey.replaceAll('%', '%25').replaceAll('/', '%2F')}`,
  /** That the realtime database's copy of who may be where is behind. */
  accessChange: (teamId: string, id: string) => `${team(teamId)}/accessChanges/${id}`,
  /** Which team a slug belongs to. */
  slug: (slug: string) => `slugs/${slug}`,
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
} as const;

/** Paths of the realtime database. */
export const realtimePaths = {
  room: (teamId: string, incidentId: string) => `presence/${teamId}/${incidentId}`,
  /** `slot`: 0 to `constants.presenceSlots` - 1. */
  presence: (teamId: string, incidentId: string, userId: string, slot: number) =>
    `presence/${teamId}/${incidentId}/${userId}_${slot}`,
  /**
   * `{ human: true, connectionId }` for each open application of a person, removed when it goes. Simulated teammates step back
   * while somebody is there.
   */
  humans: (teamId: string, userId: string) => `presence/${teamId}/people/${userId}`,
  human: (teamId: string, userId: string, slot: number) =>
    `presence/${teamId}/people/${userId}/${userId}_${slot}`,
  /** A copy of a member's role, kept by the server: the rules of the realtime database can't read documents. */
  accessRole: (teamId: string, userId: string) => `access/${teamId}/members/${userId}`,
  /** The same for who is in a private incident. */
  accessRoom: (teamId: string, incidentId: string, userId: string) =>
    `access/${teamId}/private/${incidentId}/${userId}`,
} as const;

/** Paths of stored files. The name is the last segment: a slash in it would make another folder. */
export const storagePaths = {
  attachment: (teamId: string, incidentId: string, attachmentId: string, name: string) =>
    `${incident(teamId, incidentId)}/${attachmentId}/${fileName(name)}`,
} as const;

function fileName(name: string): string {
  const safe = name.replaceAll(/[/\\#?[\]*\p{Cc}]/gu, '_').slice(0, 200);
  return /^\.*$/u.test(safe) ? 'file' : safe;
}
