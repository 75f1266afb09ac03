/**
 * Pushes to this browser. A page that is open takes messages over the connection; the others come from the push service to the service
 * worker.
 */
import { isPortError } from '#ports/errors.ts';
import type { Messaging, PushMessage } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import {
  type DeviceBrowser,
  type DeviceInbox,
  deviceRegistration,
  readRegistration,
} from '#provider-kit/messaging/device-registration.ts';
import type { HostClientContext } from './client-context.ts';

/** The browser's own notifications and push service. */
export interface PushBrowser extends DeviceBrowser {
  /** `null` where the push service can't be reached. `anew` drops an earlier subscription. */
  subscribe(publicKey: string, anew: boolean): Promise<PushAddressOfBrowser | null>;
  onSubscriptionChange(next: () => void): Unsubscribe;
}

export interface PushAddressOfBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const storeKey = 'messaging/registration';

export function wireMessaging(context: HostClientContext, browser: PushBrowser): Messaging {
  const { wire, clock, stores, storage, settings } = context;

  const openInbox = (id: string, inbox: DeviceInbox): Unsubscribe =>
    wire.open(
      'messaging.inbox',
      { id },
      {
        next(event) {
          const message = event as PushMessage;
          void wire.call('messaging.taken', { id, message: message.id }).catch(() => {});
          inbox.message(message);
        },
        failed(error) {
          if (isPortError(error, 'messaging/registration-unknown')) inbox.unknown();
        },
      },
    );

  return deviceRegistration({
    client: context,
    clock,
    browser,
    refreshMs: settings.registrationRefreshMs,
    stored: () => storage.value('registration', () => stores.local.get(storeKey), readRegistration),
    store: (registration) =>
      storage.write('registration', () =>
        registration ? stores.local.set(storeKey, registration) : stores.local.remove(storeKey),
      ),
    async enroll(known) {
      const key = (await wire.call('messaging.key', null)) as string | null;
      const ask = async (id: string | null, anew: boolean) => {
        const address = key === null ? null : await browser.subscribe(key, anew);
        return idOf(await wire.call('messaging.register', { id, address }));
      };
      const made = await ask(known, false);
      // A registration that the server has ended may have had a dead subscription.
      return known !== null && made !== known ? ask(made, true) : made;
    },
    async unregister(id) {
      try {
        await wire.call('messaging.unregister', { id });
      } catch (error) {
        if (!isPortError(error, 'messaging/registration-unknown')) throw error;
      }
    },
    openInbox,
    online: () => wire.connection.current() === 'online',
    onOnline: (next) => wire.connection.onChange((connection) => next(connection === 'online')),
  });
}

function idOf(value: unknown): string {
  if (isPlainObject(value) && typeof value['id'] === 'string') return value['id'];
  throw new TypeError('The answer has no id.');
}
