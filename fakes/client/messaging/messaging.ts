/**
 * Push over the link. The registration is this tab's: two tabs of one browser, in which two people may be signed in, are two
 * devices. It is kept with the tab, so it survives a reload. One with a subscription of the browser is reached with every tab closed:
 * it is kept with the browser, for the tabs that are opened later.
 */
import type { RegistrationPayload } from '#fakes/cloud/messaging/protocol.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { createHearing, permissionError } from '#provider-kit/messaging/hearing.ts';
import type { Messaging, PushMessage, Registration } from '#ports/messaging/messaging.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import type { ClientContext } from '../context.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';
import { openInbox } from './inbox.ts';

const storeKey = 'messaging/registration';
const retryMs = 3600 * 1000;

export function createMessaging(context: ClientContext): Messaging {
  const { browser, clock, link, settings } = context;
  const store = context.stores.session;
  const hearing = createHearing(context);
  let current: Registration | null = null;
  let ended = false;
  let closeInbox: () => void = () => {};
  let cancelRefresh: () => void = () => {};
  const operations = operationQueue();

  /** Registering and unregistering take turns. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
    operations(async () => {
      if (ended) throw disposedError();
      return run();
    });

  const { local } = context.stores;
  const adopt = async (registration: Registration | null, isSubscribed = false) => {
    const before = current?.id;
    const moved = registration?.id !== current?.id;
    current = registration;
    if (moved) {
      closeInbox();
      closeInbox = registration ? openInbox(context, registration.id, inboxOf(registration.id)) : () => {};
    }
    planRefresh();
    await write(() => (registration ? store.set(storeKey, registration) : store.remove(storeKey)));
    if (registration && isSubscribed) await write(() => local.set(storeKey, registration));
    else if (!registration && (await keptByBrowser())?.id === before)
      await write(() => local.remove(storeKey));
    hearing.registrations.emit(registration);
  };

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

  const enroll = async (id: string | null): Promise<Registration> => {
    try {
      const ask = (known: string | null, push: PushAddress | null) =>
        link.request<RegistrationPayload>('messaging', 'register', { id: known, ...(push && { push }) });
      let push = await subscription(false);
      let made = await ask(id, push);
      // A registration that the server has ended may have had a dead subscription.
      const lastId = id ?? current?.id;
      if (push !== null && lastId !== undefined && made.id !== lastId) {
        push = await subscription(true);
        made = await ask(made.id, push);
      }
      const registration = Object.freeze({ id: made.id, refreshedAt: clock.now() });
      await adopt(registration, push !== null);
      return registration;
    } catch (error) {
      if (ended || link.isDisposed()) throw disposedError();
      throw new PortError('messaging/registration-failed', 'This browser could not be made reachable.', {
        cause: error,
      });
    }
  };

  const isStale = ({ refreshedAt }: Registration) =>
    clock.now() - refreshedAt >= settings.registrationRefreshMs;

  const refresh = () =>
    inTurn(async () => {
      if (current && isStale(current)) await enroll(current.id);
    }).catch(() => {
      if (!ended) planRefresh(retryMs);
    });

  const planRefresh = (leastMs = 0) => {
    cancelRefresh();
    cancelRefresh = () => {};
    if (!current || ended) return;
    const wait = current.refreshedAt + settings.registrationRefreshMs - clock.now();
    cancelRefresh = clock.setTimer(() => void refresh(), Math.max(wait, leastMs));
  };

  const inboxOf = (id: string) => ({
    foreground: (message: PushMessage) => hearing.message(message),
    background: (message: PushMessage) => hearing.background.emit(message),
    unknown: () =>
      void inTurn(async () => {
        // Another request may have renewed the registration meanwhile.
        if (current?.id === id) await enroll(null);
      }).catch(() => {}),
  });

  /** Drops the registration here at once; offline, the server learns of it on reconnecting. */
  const permissionLost = () =>
    inTurn(async () => {
      if (!current) return;
      const { id } = current;
      await adopt(null);
      const tell = () => link.request('messaging', 'unregister', { id }).catch(() => {});
      if (link.online()) return tell();
      const stop = link.onOnline((online) => {
        if (online) void tell().then(stop);
      });
      stops.push(stop);
    }).catch(() => {});

  const ready = inTurn(async () => {
    const kept = (await stored(store)) ?? (await keptByBrowser());
    if (!kept || ended) return;
    current = kept;
    closeInbox = openInbox(context, kept.id, inboxOf(kept.id));
    planRefresh();
  });
  ready.catch(() => {});

  /** Registers the browser's subscription as it is now. */
  const renew = () =>
    inTurn(async () => {
      if (current && browser.permission() === 'granted') await enroll(current.id);
    }).catch(() => {});
  // The push subscription may have changed while no page was open.
  if (browser.subscribe) void ready.then(renew, () => {});

  const stops = [
    browser.onPermission((permission) => {
      hearing.permissions.emit(permission);
      if (permission !== 'granted') void permissionLost();
    }),
    browser.onNotificationClick((click) => hearing.clicked(click)),
    browser.onSubscriptionChange?.(() => void renew()) ?? (() => {}),
    link.onOnline((online) => {
      if (online && current && isStale(current)) void refresh();
    }),
  ];
  context.onDispose(() => {
    ended = true;
    for (const stop of stops) stop();
    cancelRefresh();
    closeInbox();
    hearing.dispose();
  });

  return {
    permission: () => browser.permission(),
    ...hearing.port,

    async register({ ask = false } = {}) {
      if (ended) throw disposedError();
      // Browsers show the prompt only within a click, so nothing may be awaited before this.
      const permission =
        ask && browser.permission() === 'default' ? await browser.requestPermission() : browser.permission();
      const refusal = permissionError(permission);
      if (refusal) throw refusal;
      return inTurn(async () => (current && !isStale(current) ? current : enroll(current?.id ?? null)));
    },

    async registration() {
      if (ended) throw disposedError();
      await ready;
      return current;
    },

    onRegistration(next) {
      let stop: (() => void) | null = null;
      let stopped = ended;
      const start = () => {
        if (!stopped) stop = hearing.registrations.add(next, () => current);
      };
      ready.then(start, () => {});
      return () => {
        stopped = true;
        stop?.();
      };
    },

    unregister: () =>
      inTurn(async () => {
        if (!current) return;
        try {
          await link.request('messaging', 'unregister', { id: current.id });
        } catch (error) {
          if (!isPortError(error, 'messaging/registration-unknown')) throw error;
        }
        await adopt(null);
      }),
  };
}

/** @throws TypeError */
function readRegistration(value: unknown): Registration {
  const { id, refreshedAt } = value as Partial<Registration>;
  if (typeof id !== 'string' || typeof refreshedAt !== 'number')
    throw new TypeError('The stored registration is incomplete.');
  return Object.freeze({ id, refreshedAt });
}
