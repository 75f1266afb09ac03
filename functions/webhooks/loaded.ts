/** What is loaded by the first team that has webhooks: one script. */
export { loadedWebhookHandlers } from './handlers.ts';
export { noteWebhookEvents } from './note-events.ts';
export { publishWebhookEvent } from './publish.ts';
export { sendWebhooks } from './send.ts';
