/** Webhook: the channel to services that a person has chosen, by requests to the outside. */
import { system } from '#domain/base.ts';
import { canReplace } from '#domain/personal-webhook/replace.ts';
import {
  type PersonalWebhook,
  personalWebhookSchema,
  personalWebhookSecretSchema,
} from '#domain/personal-webhook/schema.ts';
import { webhookAccepted, webhookFailed } from '#domain/personal-webhook/transitions.ts';
import { wayOfWebhook } from '#domain/personal-webhook/way.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { revised } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { DocumentReads } from '../../kernel/documents.ts';
import { getReadable } from '../../kernel/readable.ts';
import type { NotificationChannel, ReachedWay, SendOutcome } from '../channel.ts';
import { storedTargets } from '../stored-targets.ts';

export const webhookChannel: NotificationChannel = {
  id: 'webhook',
  isSlow: true,
  settles: false,
  takesNone: 'This webhook was removed, or disabled after too many failures.',

  ...storedTargets({
    schema: personalWebhookSchema,
    path: documentPaths.personalWebhook,
    // The id stands for the address: the secret is read when a message is sent.
    wayOf: (webhook): ReachedWay => ({
      ...wayOfWebhook(webhook),
      teamId: webhook.teamId,
      userId: webhook.userId,
      address: webhook.disabledAt === null ? webhook.id : null,
      takesNotices: false,
      replaces: canReplace(webhook),
    }),
  }),

  async send(server, { teamId, to }, message, about) {
    const path = serverPaths.personalWebhookSecret(teamId, to.target);
    const secret = await getReadable(server, personalWebhookSecretSchema, path);
    if (secret === null) return failed('This webhook has no address any more.');
    if (server.http === null) return failed('Addresses can’t be requested here.');
    const { onDemand } = await import('../../on-demand.ts');
    return onDemand.postMessage(server.http, secret, message, about);
  },

  async sendOutcome(server, { teamId, to }, page, sentence) {
    const path = serverPaths.personalWebhookSecret(teamId, to.target);
    const secret = await getReadable(server, personalWebhookSecretSchema, path);
    if (secret === null || server.http === null) return;
    const { onDemand } = await import('../../on-demand.ts');
    await onDemand.postOutcome(server.http, secret, page, sentence);
  },

  queueMessage: null,

  async prove(work, teamId, target, { isDrill }) {
    const path = documentPaths.personalWebhook(teamId, target);
    const webhook = await work.getReadable(personalWebhookSchema, path);
    if (webhook && isDrill)
      work.save(path, revised<PersonalWebhook>(webhook, { lastDrillAt: work.now, problem: '', failures: 0 }));
  },

  async record(work, { teamId, to }, outcome) {
    const path = documentPaths.personalWebhook(teamId, to.target);
    const before = await work.getReadable(personalWebhookSchema, path);
    if (before === null) return null;
    const context = { by: system, now: work.now };
    const { state } =
      outcome.kind === 'accepted'
        ? webhookAccepted(before, context)
        : webhookFailed(before, outcome.failure, context);
    work.save(path, state);
    const isNew = state.failures === 1 || (state.disabledAt !== null && before.disabledAt === null);
    const { label, problem, disabledAt } = state;
    return isNew ? { label, problem, isDisabled: disabledAt !== null } : null;
  },

  async leave(work, teamId, userId) {
    for (const { id } of await webhooksOfPerson(work, teamId, userId)) {
      work.remove(documentPaths.personalWebhook(teamId, id));
      work.remove(serverPaths.personalWebhookSecret(teamId, id));
    }
  },

  erased: () => Promise.resolve(),

  async signOut() {},
};

export const webhooksOfPerson = (
  reads: Pick<DocumentReads, 'find'>,
  teamId: string,
  userId: string,
): Promise<PersonalWebhook[]> =>
  reads.find(
    personalWebhookSchema,
    query(
      collectionPaths.personalWebhooks(teamId),
      where('userId', '==', userId),
      limit(settingsLimits.webhooksPerPerson),
    ),
  );

const failed = (failure: string): SendOutcome => ({ kind: 'failed', failure });
