/** Paths of documents that only the server reads and writes. Apart from `paths.ts`: no screen needs them. */
import { limits } from '#domain/constants.ts';
import { idOf } from '#domain/base.ts';
import { isLonger } from '#domain/text.ts';
import { documentPaths, documentPathsOf } from './paths.ts';

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
  /** Requests of a Slack user in this minute, leased by processes; the id is the digest of the user's id. */
  slackRate: ['teams', 'slackRates'],
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

/** Paths of documents, from the ids of those above it and its own. */
export const serverPaths = {
  ...documentPathsOf(serverCollections),
  /** The alert of a dedup key: read and written with the alert, so that two signals can't open two alerts. */
  alertKey: (teamId: string, integrationId: string, dedupKey: string) =>
    `${documentPaths.team(teamId)}/alertKeys/${idOf(integrationId)}:${escapeKey(dedupKey)}`,
  /** Marks that the realtime database's copy of access rights is outdated. */
  accessChange: (teamId: string, kind: 'member' | 'room' | 'team', subjectId: string) =>
    `${documentPaths.team(teamId)}/accessChanges/${kind}-${idOf(subjectId)}`,
};

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
