/** Commands on webhooks. Their handlers are loaded with the first one: few teams have any. */
import type { CommandHandlers } from '../kernel/command.ts';

type WebhookCommand = 'saveWebhook' | 'removeWebhook' | 'tryWebhook' | 'redeliverWebhook';

const load = async () => (await import('./loaded.ts')).loadedWebhookHandlers;

export const webhookHandlers: Pick<CommandHandlers, WebhookCommand> = {
  saveWebhook: async (...args) => (await load()).saveWebhook(...args),
  removeWebhook: async (...args) => (await load()).removeWebhook(...args),
  tryWebhook: async (...args) => (await load()).tryWebhook(...args),
  redeliverWebhook: async (...args) => (await load()).redeliverWebhook(...args),
};
