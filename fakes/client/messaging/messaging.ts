/**
 * Push over the link. A registration belongs to a tab: two tabs of a browser, in which two people may be signed in, are two devices. It is
 * stored with the tab and survives a reload. A registration with a subscription of the browser is reached with every tab closed; it is
 * stored with the browser, for later tabs.
 */
import type { RegistrationPayload } from '#fakes/cloud/messaging/protocol.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import { isPortError } from '#ports/errors.ts';
import type { Messaging } from '#ports/messaging/messaging.ts';
import { deviceRegistration, readRegistration } from '#provider-kit/messaging/device-registration.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import type { ClientContext } from '../context.ts';
import { openInbox } from './inbox.ts';

const storeKey = 'messaging/registration';

export function createMessaging(context: ClientContext): Messaging {
  const { browser, clock, link, settings } = context;
  const { local, session } = context.stores;
  /** Whether the last registration has a subscription of the browser. */
  let isSubscribed = false;

  const write = (run: () => Promise<void>) => context.storage.write('registration', run);
  const stored = (from: KeyValueStore) =>
    context.storage.value('registration', () => from.get(storeKey), readRegistration);
  const keptByBrowser = async () => (browser.subscribe ? stored(local) : null);

  /** `null` where this browser, or this cloud, has no push service. */
  const subscription = async (anew: boolean) => {
    if (!browser.subscribe) return null;
    const key = await link.request<string | null>('messaging', 'pushKey', null);
    return key === null ? null : browser.subscribe(key, anew);
  };
  const ask = (id: string | null, push: PushAddress | null) =>
    link.request<RegistrationPayload>('messaging', 'register', { id, ...(push && { push }) });

  return deviceRegistration({
    client: context,
    clock,
    browser,
    refreshMs: settings.registrationRefreshMs,
    stored: async () => (await stored(session)) ?? (await keptByBrowser()),
    async store(registration, previous) {
      await write(() => (registration ? session.set(storeKey, registration) : session.remove(storeKey)));
      if (registration && isSubscribed) await write(() => local.set(storeKey, registration));
      else if (!registration && (await keptByBrowser())?.id === previous)
        await write(() => local.remove(storeKey));
    },
    async enroll(known, last) {
      let push = await subscription(false);
      let made = await ask(known, push);
      // A registration that the server has ended may have had a dead subscription.
      const before = known ?? last;
      if (push !== null && before !== null && made.id !== before) {
        push = await subscription(true);
        made = await ask(made.id, push);
      }
      isSubscribed = push !== null;
      return made.id;
    },
    async unregister(id) {
      try {
        await link.request('messaging', 'unregister', { id });
      } catch (error) {
        if (!isPortError(error, 'messaging/registration-unknown')) throw error;
      }
    },
    openInbox: (id, inbox) => openInbox(context, id, inbox),
    online: () => link.online(),
    onOnline: (next) => link.onOnline(next),
  });
}
