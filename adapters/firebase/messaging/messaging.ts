/** Push by Cloud Messaging: this browser is known by its installation, and its service worker receives. */
import { disposedError } from '#ports/errors.ts';
import { createHearing, permissionError } from '#provider-kit/messaging/hearing.ts';
import type { Messaging, Registration } from '#ports/messaging/messaging.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '#provider-kit/once.ts';
import { registrationError, removalError } from './errors.ts';
import { browserPushHost, type PushHost } from './host.ts';
import { keptRegistration } from './kept.ts';
import { isNews } from './push.ts';

const hour = 3_600_000;
/** Longer than this no timer can wait. */
const longestTimer = 20 * 24 * hour;

export function createFirebaseMessaging(
  context: FirebaseContext,
  host: PushHost = browserPushHost,
): Messaging {
  const alive = whileAlive(context);
  const kept = keptRegistration(context.app.name);
  const hearing = createHearing(context);
  const remembered = kept.read();
  let pushAddress = remembered?.pushAddress ?? null;
  let current = remembered && registrationOf(remembered);
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  const operations = operationQueue();

  const driver = once(async () => {
    const [{ openMessagingDriver }] = await Promise.all([import('./driver.ts'), context.identified()]);
    return openMessagingDriver(context);
  });

  /** Registering and unregistering take turns. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
    alive(() =>
      operations(async () => {
        if (context.isDisposed()) throw disposedError();
        return run();
      }),
    );

  const adopt = (registration: Registration | null) => {
    current = registration;
    kept.write(registration && { ...registration, pushAddress });
    planRefresh();
    hearing.registrations.emit(registration);
  };

  /** Has the push service another address for this browser than was registered? */
  const hasMoved = async () => (await host.pushAddress()) !== pushAddress;

  const enroll = async (): Promise<Registration> => {
    try {
      const [sdk, worker] = await Promise.all([driver(), host.worker()]);
      const id = current ? await sdk.renew(worker, await hasMoved()) : await sdk.register(worker);
      pushAddress = await host.pushAddress();
      const registration = registrationOf({ id, refreshedAt: Date.now() });
      adopt(registration);
      return registration;
    } catch (error) {
      throw registrationError(error);
    }
  };

  const isStale = ({ refreshedAt }: Registration) =>
    Date.now() - refreshedAt >= context.settings.registrationRefreshMs;

  const refresh = () =>
    inTurn(async () => {
      if (current && (isStale(current) || (await hasMoved()))) await enroll();
      else planRefresh();
    }).catch(() => planRefresh(hour));

  const planRefresh = (leastMs = 0) => {
    clearTimeout(refreshing);
    if (!current || context.isDisposed()) return;
    const wait = current.refreshedAt + context.settings.registrationRefreshMs - Date.now();
    refreshing = setTimeout(() => void refresh(), Math.min(longestTimer, Math.max(wait, leastMs)));
  };

  const remove = async () => {
    const sdk = await driver();
    try {
      await sdk.unregister();
    } catch (error) {
      throw removalError(error);
    }
  };

  /** Given up here at once; the service is told as soon as it can be. */
  const permissionLost = () =>
    inTurn(async () => {
      if (!current) return;
      adopt(null);
      await remove().catch(() => {
        const stop = host.onOnline(() => {
          stop();
          void remove().catch(() => {});
        });
        stops.push(stop);
      });
    }).catch(() => {});

  const hear = (news: unknown) => {
    if (!isNews(news) || context.isDisposed()) return;
    if (news.muster === 'moved') void refresh();
    else if (news.muster === 'click') hearing.clicked(news.click);
    else if (news.muster === 'background') hearing.background.emit(news.message);
    else hearing.message(news.message);
  };

  const stops = [
    host.onPermission(() => {
      const permission = host.permission();
      hearing.permissions.emit(permission);
      if (permission !== 'granted') void permissionLost();
    }),
    host.onWorkerMessage(hear),
    host.onOnline(() => {
      if (current) void refresh();
    }),
  ];
  context.onDispose(() => {
    for (const stop of stops) stop();
    clearTimeout(refreshing);
    hearing.dispose();
  });
  // Catches up with changes made while no page was open.
  if (current) void (host.permission() === 'granted' ? refresh() : permissionLost());

  return {
    permission: () => host.permission(),
    ...hearing.port,

    register: ({ ask = false } = {}) =>
      alive(async () => {
        // Browsers only ask within a click, so nothing may be waited for before this.
        const permission =
          ask && host.permission() === 'default' ? await host.requestPermission() : host.permission();
        const refusal = permissionError(permission);
        if (refusal) throw refusal;
        return inTurn(async () => (current && !isStale(current) ? current : enroll()));
      }),

    registration: () => alive(async () => current),
    onRegistration: (next) => hearing.registrations.add(next, () => current),

    unregister: () =>
      inTurn(async () => {
        if (!current) return;
        await remove();
        adopt(null);
      }),
  };
}

const registrationOf = ({ id, refreshedAt }: Registration): Registration =>
  Object.freeze({ id, refreshedAt });
