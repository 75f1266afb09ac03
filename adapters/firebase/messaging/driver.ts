/** The part that needs the SDK; loaded by the first registration. */
import { getMessaging, onRegistered, register, unregister } from 'firebase/messaging';
import type { FirebaseContext } from '../context.ts';

export type FirebaseMessagingDriver = ReturnType<typeof openMessagingDriver>;

const renewedBySdkMs = 7 * 24 * 3_600_000;

export function openMessagingDriver({ app, options, settings }: FirebaseContext) {
  const messaging = getMessaging(app);
  let told = '';
  onRegistered(messaging, (id) => {
    told = id;
  });
  const enroll = async (serviceWorkerRegistration: ServiceWorkerRegistration): Promise<string> => {
    const { pushKey } = options;
    await register(messaging, {
      serviceWorkerRegistration,
      ...(pushKey === undefined ? {} : { vapidKey: pushKey }),
    });
    return told;
  };
  return {
    /** The installation's id, known to the service from now on. */
    register: enroll,
    /**
     * The same, anew. The SDK does so after a week, wherever the browser has moved meanwhile; sooner, it has to be made to forget
     * the registration first.
     */
    async renew(worker: ServiceWorkerRegistration, hasMoved: boolean): Promise<string> {
      if (hasMoved || settings.registrationRefreshMs < renewedBySdkMs) await unregister(messaging);
      return enroll(worker);
    },
    unregister: () => unregister(messaging),
  };
}
