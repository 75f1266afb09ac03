/**
 * Registration of a device for pushes, at a server that this project talks to itself: made on request, renewed while it is in use, and
 * ended with the person's permission.
 */
import { disposedError, PortError } from '#ports/errors.ts';
import type {
  Messaging,
  NotificationClick,
  PushMessage,
  PushPermission,
  Registration,
} from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '../clock.ts';
import type { PortClient } from '../live-subscriptions.ts';
import { operationQueue } from '../operation-queue.ts';
import { createHearing, permissionError } from './hearing.ts';

declare const console: { error(what: unknown): void };

/** Functions of the browser. */
export interface DeviceBrowser {
  visible(): boolean;
  showNotification(message: PushMessage): Promise<void>;
  permission(): PushPermission;
  /** Asks the person, within a click. */
  requestPermission(): Promise<PushPermission>;
  onPermission(next: (permission: PushPermission) => void): Unsubscribe;
  onNotificationClick(next: (click: NotificationClick) => void): Unsubscribe;
  /** The push service has another address for this browser, or none. Absent where there is no push service. */
  onSubscriptionChange?(next: () => void): Unsubscribe;
}

/** Messages from a registration's connection. */
export interface DeviceInbox {
  message(message: PushMessage): void;
  /** The server does not know the registration (any more). */
  unknown(): void;
}

export interface DeviceRegistrationOptions {
  readonly client: PortClient;
  readonly clock: Clock;
  readonly browser: DeviceBrowser;
  /** Age in milliseconds at which a registration is renewed. */
  readonly refreshMs: number;
  /** The registration of an earlier visit. Called once. */
  stored(): Promise<Registration | null>;
  /** `previous`: id of the registration before. */
  store(registration: Registration | null, previous: string | null): Promise<unknown>;
  /** Has the server make or renew a registration, resolves with its id. `known`: the one to renew; `last`: the one before. */
  enroll(known: string | null, last: string | null): Promise<string>;
  /** Of a registration that the server does not know it resolves. */
  unregister(id: string): Promise<void>;
  /** Receives for a registration until closed. */
  openInbox(id: string, inbox: DeviceInbox): () => void;
  online(): boolean;
  onOnline(next: (online: boolean) => void): Unsubscribe;
}

/** Milliseconds until a renewal that failed is tried again. */
const retryMs = 3600 * 1000;

export function deviceRegistration(options: DeviceRegistrationOptions): Messaging {
  const { client, clock, browser } = options;
  const hearing = createHearing(client);
  const operations = operationQueue();
  let current: Registration | null = null;
  let ended = false;
  let closeInbox = () => {};
  let cancelRefresh = () => {};

  /** Registering and unregistering take turns. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
    operations(async () => {
      if (ended) throw disposedError();
      return run();
    });

  const adopt = async (registration: Registration | null) => {
    const previous = current?.id ?? null;
    const moved = registration?.id !== current?.id;
    current = registration;
    if (moved) {
      closeInbox();
      closeInbox = registration ? openInbox(registration.id) : () => {};
    }
    planRefresh();
    await options.store(registration, previous);
    hearing.registrations.emit(registration);
  };

  const enroll = async (known: string | null): Promise<Registration> => {
    try {
      const id = await options.enroll(known, current?.id ?? null);
      const registration = Object.freeze({ id, refreshedAt: clock.now() });
      await adopt(registration);
      return registration;
    } catch (error) {
      if (ended || client.isDisposed()) throw disposedError();
      throw new PortError('messaging/registration-failed', 'This browser could not be made reachable.', {
        cause: error,
      });
    }
  };

  const isStale = ({ refreshedAt }: Registration) => clock.now() - refreshedAt >= options.refreshMs;

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
    const wait = current.refreshedAt + options.refreshMs - clock.now();
    cancelRefresh = clock.setTimer(() => void refresh(), Math.max(wait, leastMs));
  };

  /** Messages as they arrive: to the page when it is visible, else as notifications. */
  const openInbox = (id: string): (() => void) => {
    let isOpen = true;
    /** Messages are handled one after another: a slow notification must not change their order. */
    let handling: Promise<void> = Promise.resolve();
    const handle = async (message: PushMessage) => {
      if (!isOpen) return;
      if (browser.visible()) return hearing.message(message);
      if (message.notification)
        await browser.showNotification(message).catch((error: unknown) => console.error(error));
      if (isOpen) hearing.background.emit(message);
    };
    const close = options.openInbox(id, {
      message: (message) => void (handling = handling.then(() => handle(message))),
      unknown: () =>
        void inTurn(async () => {
          // Another request may have renewed the registration meanwhile.
          if (current?.id === id) await enroll(null);
        }).catch(() => {}),
    });
    return () => {
      isOpen = false;
      close();
    };
  };

  /** Drops the registration here at once; offline, the server learns of it on reconnecting. */
  const permissionLost = () =>
    inTurn(async () => {
      if (!current) return;
      const { id } = current;
      await adopt(null);
      const tell = () => options.unregister(id).catch(() => {});
      if (options.online()) return tell();
      const stop = options.onOnline((online) => {
        if (online) void tell().then(stop);
      });
      stops.push(stop);
    }).catch(() => {});

  const ready = inTurn(async () => {
    const kept = await options.stored();
    if (!kept || ended) return;
    current = kept;
    closeInbox = openInbox(kept.id);
    planRefresh();
  });
  ready.catch(() => {});

  /** Registers the browser's subscription as it is now. */
  const renew = () =>
    inTurn(async () => {
      if (current && browser.permission() === 'granted') await enroll(current.id);
    }).catch(() => {});
  // The push subscription may have changed while no page was open.
  if (browser.onSubscriptionChange) void ready.then(renew, () => {});

  const stops = [
    browser.onPermission((permission) => {
      hearing.permissions.emit(permission);
      if (permission !== 'granted') void permissionLost();
    }),
    browser.onNotificationClick((click) => hearing.clicked(click)),
    browser.onSubscriptionChange?.(() => void renew()) ?? (() => {}),
    options.onOnline((online) => {
      if (online && current && isStale(current)) void refresh();
    }),
  ];
  client.onDispose(() => {
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
      const denial = permissionError(permission);
      if (denial) throw denial;
      return inTurn(async () => (current && !isStale(current) ? current : enroll(current?.id ?? null)));
    },

    async registration() {
      if (ended) throw disposedError();
      await ready;
      return current;
    },

    onRegistration(next) {
      let stop: Unsubscribe | null = null;
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
        await options.unregister(current.id);
        await adopt(null);
      }),
  };
}

/** A registration as it was stored. @throws TypeError */
export function readRegistration(value: unknown): Registration {
  const { id, refreshedAt } = value as Partial<Registration>;
  if (typeof id !== 'string' || typeof refreshedAt !== 'number')
    throw new TypeError('The stored registration is incomplete.');
  return Object.freeze({ id, refreshedAt });
}
