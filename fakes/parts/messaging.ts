/** Messaging, as a part of a cloud: the service and the client's port. */
import { createMessaging } from '#fakes/client/messaging/messaging.ts';
import { createMessagingService } from '#fakes/cloud/messaging/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const messagingPart: CloudPart<'messaging'> = {
  service: createMessagingService,
  port: createMessaging,
};
