/** Messages by way of Cloud Messaging. */
import type { App } from 'firebase-admin/app';
import type { BaseMessage, Messaging } from 'firebase-admin/messaging';
import { isPortError, PortError } from '#ports/errors.ts';
import { checkOutgoing, checkTopic, longestTimeToLiveSeconds } from '#provider-kit/messaging/check.ts';
import type { OutgoingPush, ServerClock, ServerPush } from '#ports/server/server.ts';
import { notificationKey, sentAtKey } from '../firebase/messaging/wire.ts';
import { asPort } from './errors.ts';

/** Installations are addressed by their id; what is longer is a registration token of an older SDK. */
const installationId = /^[cdef][\w-]{21}$/;

/** Cloud Messaging, which passes messages on to the push services of browsers. */
const pushService = 'fcm.googleapis.com';

export function createServerPush(app: App, clock: ServerClock): ServerPush {
  const using = <T>(run: (messaging: Messaging) => Promise<T>) =>
    asPort(async () => {
      const { getMessaging } = await import('firebase-admin/messaging');
      return run(getMessaging(app));
    });
  const manage = (how: 'subscribeToTopic' | 'unsubscribeFromTopic', id: string, topic: string) =>
    using(async (messaging) => {
      checkTopic(topic);
      const { errors } = await messaging[how](id, topic);
      const [refused] = errors;
      if (refused) throw refused.error;
    });
  return {
    async send(id, message) {
      try {
        const sent = await using((messaging) => {
          const own = messageOf(message, clock.now());
          return messaging.send(installationId.test(id) ? { ...own, fid: id } : { ...own, token: id });
        });
        return { id: sent, pushService };
      } catch (error) {
        if (!isPortError(error, 'unavailable')) throw error;
        throw new PortError(error.code, error.message, { cause: error, details: { pushService } });
      }
    },
    subscribe: (id, topic) => manage('subscribeToTopic', id, topic),
    async unsubscribe(id, topic) {
      try {
        await manage('unsubscribeFromTopic', id, topic);
      } catch (error) {
        if (!(error instanceof PortError && error.code === 'not-found')) throw error;
      }
    },
    sendToTopic: (topic, message) =>
      using((messaging) => {
        checkTopic(topic);
        return messaging.send({ ...messageOf(message, clock.now()), topic });
      }),
  };
}

/** @throws PortError as the port says */
function messageOf(message: OutgoingPush, sentAt: number): BaseMessage {
  checkOutgoing(message);
  const {
    notification,
    data = {},
    timeToLiveSeconds = longestTimeToLiveSeconds,
    urgency = 'normal',
  } = message;
  return {
    data: {
      ...data,
      [sentAtKey]: String(sentAt),
      ...(notification ? { [notificationKey]: JSON.stringify(notification) } : {}),
    },
    webpush: { headers: { TTL: String(timeToLiveSeconds), Urgency: urgency } },
  };
}
