/** This feature's screens: one script. */
export { IntegrationScreen } from './integration-screen.tsx';
export { IntegrationsScreen } from './integrations-screen.tsx';
export { RoutingScreen } from './routing-screen.tsx';
export { NewIntegrationScreen } from './new-integration-screen.tsx';
export { WebhookScreen } from './webhooks/webhook-screen.tsx';
export { WebhooksScreen } from './webhooks/webhooks-screen.tsx';
