/** This feature's screens: one script. */
export { NewWebhookScreen } from './new-webhook-screen.tsx';
export { WebhookScreen } from './webhook-screen.tsx';
export { WebhooksScreen } from './webhooks-screen.tsx';
