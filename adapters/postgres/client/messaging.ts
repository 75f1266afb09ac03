/**
 * Pushes to this browser. A page that is open takes messages over the connection; the others come from the push service to the service
 * worker.
 */
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import type {
  Messaging,
  NotificationClick,
  PushMessage,
  PushPermission,
  Registration,
} from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { createHearing, permissionError } from '#provider-kit/messaging/hearing.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import type { HostClientContext } from './client-context.ts';

/** The browser's own notifications and push service. */
export interface PushBrowser {
  visible(): boolean;
  permission(): PushPermission;
  /** Asks the person, within a click. */
  requestPermission(): Promise<PushPermission>;
  onPermission(next: (permission: PushPermission) => void): Unsubscribe;
  showNotification(message: PushMessage): Promise<void>;
  /** `null` where the push service can't be reached. `anew` drops an earlier subscription. */
  subscribe(publicKey: string, anew: boolean): Promise<PushAddressOfBrowser | null>;
  onSubscriptionChange(next: () => void): Unsubscribe;
  onNotificationClick(next: (click: NotificationClick) => void): Unsubscribe;
}

export interface PushAddressOfBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const storeKey = 'messaging/registration';
/** Milliseconds until a renewal that failed is tried again. */
const retryMs = 3600 * 1000;

export function wireMessaging(context: HostClientContext, browser: PushBrowser): Messaging {
  const { wire, clock, stores, storage, settings } = context;
  const hearing = createHearing(context);
  const operations = operationQueue();
  let current: Registration | null = null;
  let closeInbox = () => {};
  let cancelRefresh = () => {};

  /** Registering and unregistering take turns. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
    operations(async () => {
      if (context.isDisposed()) throw disposedError();
      return run();
    });

  const adopt = async (registration: Registration | null) => {
    const moved = registration?.id !== current?.id;
    current = registration;
    if (moved) {
      closeInbox();
      closeInbox = registration ? openInbox(registration.id) : () => {};
    }
    planRefresh();
    await storage.write('registration', () =>
      registration ? stores.local.set(storeKey, registration) : stores.local.remove(storeKey),
    );
    hearing.registrations.emit(registration);
  };

  const enroll = async (id: string | null): Promise<Registration> => {
    try {
      const key = (await wire.call('messaging.key', null)) as string | null;
      const ask = async (known: string | null, anew: boolean) => {
        const address = key === null ? null : await browser.subscribe(key, anew);
        return idOf(await wire.call('messaging.register', { id: known, address }));
      };
      let made = await ask(id, false);
      // A registration that the server has ended may have had a dead subscription.
      if (id !== null && made !== id) made = await ask(made, true);
      const registration = Object.freeze({ id: made, refreshedAt: clock.now() });
      await adopt(registration);
      return registration;
    } catch (error) {
      if (context.isDisposed()) throw disposedError();
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
      if (!context.isDisposed()) planRefresh(retryMs);
    });

  const planRefresh = (leastMs = 0) => {
    cancelRefresh();
    cancelRefresh = () => {};
    if (!current || context.isDisposed()) return;
    const wait = current.refreshedAt + settings.registrationRefreshMs - clock.now();
    cancelRefresh = clock.setTimer(() => void refresh(), Math.max(wait, leastMs));
  };

  const openInbox = (id: string): Unsubscribe =>
    wire.open(
      'messaging.inbox',
      { id },
      {
        next(event) {
          const message = event as PushMessage;
          const isTaken = browser.visible();
          void wire.call('messaging.taken', { id, message: message.id }).catch(() => {});
          if (isTaken) return hearing.message(message);
          void browser.showNotification(message).catch((error: unknown) => console.warn(error));
          hearing.background.emit(message);
        },
        failed(error) {
          if (isPortError(error, 'messaging/registration-unknown'))
            void inTurn(async () => {
              // Another request may have renewed the registration meanwhile.
              if (current?.id === id) await enroll(null);
            }).catch(() => {});
        },
      },
    );

  const unregister = async (id: string) => {
    try {
      await wire.call('messaging.unregister', { id });
    } catch (error) {
      if (!isPortError(error, 'messaging/registration-unknown')) throw error;
    }
  };

  /** Drops the registration here at once; offline, the server learns of it on reconnecting. */
  const permissionLost = () =>
    inTurn(async () => {
      if (!current) return;
      const { id } = current;
      await adopt(null);
      if (wire.connection.current() === 'online') return unregister(id);
      const stop = wire.connection.onChange((connection) => {
        if (connection !== 'online') return;
        stop();
        void unregister(id).catch(() => {});
      });
      context.onDispose(stop);
    }).catch(() => {});

  const renew = () =>
    inTurn(async () => {
      if (current && browser.permission() === 'granted') await enroll(current.id);
    }).catch(() => {});

  const ready = inTurn(async () => {
    const kept = await storage.value('registration', () => stores.local.get(storeKey), readRegistration);
    if (!kept) return;
    current = kept;
    closeInbox = openInbox(kept.id);
    planRefresh();
  });
  // The subscription may have changed while no page was open.
  ready.then(renew, () => {});

  const stops = [
    browser.onPermission((permission) => {
      hearing.permissions.emit(permission);
      if (permission !== 'granted') void permissionLost();
    }),
    browser.onNotificationClick((click) => hearing.clicked(click)),
    browser.onSubscriptionChange(() => void renew()),
    wire.connection.onChange((connection) => {
      if (connection === 'online' && current && isStale(current)) void refresh();
    }),
  ];
  context.onDispose(() => {
    for (const stop of stops) stop();
    cancelRefresh();
    closeInbox();
    hearing.dispose();
  });

  return {
    permission: () => browser.permission(),
    ...hearing.port,
    async register({ ask = false } = {}) {
      if (context.isDisposed()) throw disposedError();
      // Browsers show the prompt only within a click, so nothing may be awaited before this.
      const permission =
        ask && browser.permission() === 'default' ? await browser.requestPermission() : browser.permission();
      const denial = permissionError(permission);
      if (denial) throw denial;
      return inTurn(async () => (current && !isStale(current) ? current : enroll(current?.id ?? null)));
    },
    async registration() {
      if (context.isDisposed()) throw disposedError();
      await ready;
      return current;
    },
    onRegistration(next) {
      let stop: Unsubscribe | null = null;
      let stopped = context.isDisposed();
      ready.then(
        () => {
          if (!stopped) stop = hearing.registrations.add(next, () => current);
        },
        () => {},
      );
      return () => {
        stopped = true;
        stop?.();
      };
    },
    unregister: () =>
      inTurn(async () => {
        if (!current) return;
        await unregister(current.id);
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

function idOf(value: unknown): string {
  if (isPlainObject(value) && typeof value['id'] === 'string') return value['id'];
  throw new TypeError('The answer has no id.');
}
