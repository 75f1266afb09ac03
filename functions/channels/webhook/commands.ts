/** Handlers of a person's webhooks. Their secrets are in a document that no client reads, and in no answer. */
import { settingsLimits } from '#domain/settings-limits.ts';
import {
  type PersonalWebhook,
  personalWebhookSchema,
  type PersonalWebhookSecret,
  personalWebhookSecretSchema,
} from '#domain/personal-webhook/schema.ts';
import { savePersonalWebhook as saved, webhookTried } from '#domain/personal-webhook/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { webhooksOfPerson } from './channel.ts';
import { destinationOf } from './post.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../../kernel/command.ts';
import { fail, found } from '../../kernel/command-failed.ts';
import { requireDrills, startDrill } from '../../readiness/drill.ts';

const savePersonalWebhook: CommandHandler<'savePersonalWebhook'> = async (input, context) => {
  const { work, teamId, userId } = context;
  const { webhookId: id, label, base } = input;
  const path = documentPaths.personalWebhook(teamId, id);
  const secretPath = serverPaths.personalWebhookSecret(teamId, id);
  const before = await work.get(personalWebhookSchema, path);
  if (before !== null) requireOwn(before, context);
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  if (
    before === null &&
    (await webhooksOfPerson(work, teamId, userId)).length >= settingsLimits.webhooksPerPerson
  )
    fail(
      'limit_reached',
      { limit: settingsLimits.webhooksPerPerson },
      `A person can have ${settingsLimits.webhooksPerPerson} webhooks in a team. Remove one that is no longer used first.`,
    );
  const stored = await work.get(personalWebhookSecretSchema, secretPath);
  const destination = input.destination ?? stored?.destination ?? null;
  if (destination === null) invalid('Say where its messages go.');
  const read = destinationOf(destination);
  if ('fault' in read) invalid(read.fault);
  const { state } = saved(
    before,
    { id, teamId, userId, label, ...read },
    input.destination === null,
    context,
  );
  work.save(path, state);
  work.save(secretPath, { id, teamId, userId, destination, base } satisfies PersonalWebhookSecret);
  return { revision: state.revision };
};

const removePersonalWebhook: CommandHandler<'removePersonalWebhook'> = async ({ webhookId }, context) => {
  const { work, teamId } = context;
  const path = documentPaths.personalWebhook(teamId, webhookId);
  const webhook = found(await work.get(personalWebhookSchema, path));
  requireOwn(webhook, context);
  work.remove(path);
  work.remove(serverPaths.personalWebhookSecret(teamId, webhookId));
  return { revision: webhook.revision + 1 };
};

const drillPersonalWebhook: CommandHandler<'drillPersonalWebhook'> = async ({ webhookId }, context) => {
  const { work, teamId, userId } = context;
  requireDrills(work);
  const path = documentPaths.personalWebhook(teamId, webhookId);
  const webhook = found(await work.get(personalWebhookSchema, path));
  requireOwn(webhook, context);
  const { state } = webhookTried(webhook, context);
  if (state !== webhook) work.save(path, state);
  return startDrill(context, { to: { channel: 'webhook', target: webhookId }, userId });
};

function invalid(rule: string): never {
  return fail('invalid', { field: 'destination', rule }, rule);
}

function requireOwn({ userId }: PersonalWebhook, context: CommandContext): void {
  if (userId !== context.userId) fail('forbidden', {}, 'This webhook belongs to someone else.');
}

export const personalWebhookHandlers = {
  savePersonalWebhook,
  removePersonalWebhook,
  drillPersonalWebhook,
} satisfies Partial<CommandHandlers>;
