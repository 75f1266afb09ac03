/** A webhook as a way to reach its person. */
import type { ChannelWay } from '../channel/way.ts';
import type { PersonalWebhook } from './schema.ts';

export const wayOfWebhook = (webhook: PersonalWebhook): ChannelWay => ({
  to: { channel: 'webhook', target: webhook.id },
  kind: 'webhook',
  label: webhook.label,
  through: webhook.host,
  takesMessages: webhook.disabledAt === null,
  fault: 'disabled',
  lastShownAt: webhook.lastDrillAt,
  lastDrillAt: webhook.lastDrillAt,
});
