/** Handlers of a person's webhooks, loaded with the first command of theirs. */
import type { CommandHandlers } from '../kernel/command.ts';

const handlers = async () => (await import('./webhook-handlers.ts')).lazyWebhookHandlers;

export const webhookHandlers = {
  savePersonalWebhook: async (...given) => (await handlers()).savePersonalWebhook(...given),
  removePersonalWebhook: async (...given) => (await handlers()).removePersonalWebhook(...given),
  drillPersonalWebhook: async (...given) => (await handlers()).drillPersonalWebhook(...given),
} satisfies Partial<CommandHandlers>;
