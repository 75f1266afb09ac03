/**
 * Push over the link. The registration is this tab's: two tabs of one browser, in which two people may be signed in, are two
 * devices. It is kept with the tab, so it survives a reload.
 */
import type { RegistrationPayload } from '#fakes/cloud/messaging/protocol.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { createHearing, refusalOf } from '#ports/messaging/hearing.ts';
import type { Messaging, PushMessage, Registration } from '#ports/messaging/messaging.ts';
import type { ClientContext } from '../context.ts';
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
  let queue: Promise<unknown> = Promise.resolve();

  /** Registering and unregistering take turns. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = queue.then(() => {
      if (ended) throw disposedError();
      return run();
    });
    queue = turn.catch(() => {});
    return turn;
  };

  const adopt = async (registration: Registration | null) => {
    const moved = registration?.id !== current?.id;
    current = registration;
    if (moved) {
      closeInbox();
      closeInbox = registration ? openInbox(context, registration.id, inbox) : () => {};
    }
    planRefresh();
    if (registration) await store.set(storeKey, registration);
    else await store.remove(storeKey);
    hearing.registrations.emit(registration);
  };

  /** `null` where this browser, or this cloud, has no push service. */
  const subscription = async () => {
    if (!browser.subscribe) return null;
    const key = await link.request<string | null>('messaging', 'pushKey', null);
    return key === null ? null : browser.subscribe(key);
  };

  const enroll = async (id: string | null): Promise<Registration> => {
    try {
      const push = await subscription();
      const made = await link.request<RegistrationPayload>('messaging', 'register', {
        id,
        ...(push && { push }),
      });
      const registration = Object.freeze({ id: made.id, refreshedAt: clock.now() });
      await adopt(registration);
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

  const inbox = {
    foreground: (message: PushMessage) => hearing.message(message),
    background: (message: PushMessage) => hearing.background.emit(message),
    unknown: () =>
      void inTurn(async () => {
        if (current) await enroll(null);
      }).catch(() => {}),
  };

  /** Gives the registration up here at once; offline, the server is told on return. */
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
    const kept = (await store.get(storeKey)) as Registration | undefined;
    if (!kept || ended) return;
    current = kept;
    closeInbox = openInbox(context, kept.id, inbox);
    planRefresh();
  });
  ready.catch(() => {});

  const stops = [
    browser.onPermission((permission) => {
      hearing.permissions.emit(permission);
      if (permission !== 'granted') void permissionLost();
    }),
    browser.onNotificationClick((click) => hearing.clicked(click)),
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
      // Browsers only ask within a click, so nothing may be waited for before this.
      const permission =
        ask && browser.permission() === 'default' ? await browser.requestPermission() : browser.permission();
      const refusal = refusalOf(permission);
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
