/** Pushes in the service worker: shows them, answers a page with no tab of Muster open, and brings other clicks back to the app. */
import type { PushMessage, PushNotification } from '#ports/messaging/messaging.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { answerPath } from './push-receipt.ts';
import { settledTag } from './settled-push.ts';
import type { ClickEvent, Extendable, PushEvent, WindowClient, WorkerScope } from './worker-scope.ts';
import { clickMessage, subscriptionMessage, type WorkerMessage } from './worker-messages.ts';

/** Data of a notification. */
interface ShownData {
  readonly message: PushMessage;
  /** Tab that showed the notification; null if the service worker did. */
  readonly tab: string | null;
}

const outcomes: ReadonlyMap<string, { readonly done: string; readonly failed: string }> = new Map([
  ['acknowledge', { done: 'Acknowledged', failed: 'Not acknowledged' }],
  ['decline', { done: 'Declined', failed: 'Not declined' }],
]);

/** Answer of the server to a receipt or an answer. */
interface Answered {
  readonly status: number;
  readonly body: { readonly open?: number; readonly message?: string };
}

export function attachPushes(scope: WorkerScope): void {
  let shown: Promise<unknown> = Promise.resolve();

  /**
   * Sequential queue: the end of a notification must not overtake its display, and Chromium loses a notification that is being shown during
   * a look-up of others.
   */
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    shown = shown.then(work).catch((error: unknown) => console.error(error));
    return shown;
  };

  const show = (
    message: PushMessage | undefined,
    { title, body, tag, requireInteraction = false, silent = false, actions = [] }: PushNotification,
    more: object = {},
  ) =>
    scope.registration.showNotification(title, {
      body,
      requireInteraction,
      actions,
      icon: '/favicon.svg',
      data: { message, tab: null },
      ...(tag !== undefined && { tag, renotify: !silent }),
      ...(silent && { silent }),
      ...more,
    });

  /** Message that no open page has received: shown as a page would show it (browser-host.ts), or the end of an outdated notification. */
  const receive = async (message: PushMessage): Promise<void> => {
    const { notification, data } = message;
    await setBadge(data['open']);
    if (notification) return show(message, notification);
    const tag = settledTag(message);
    if (tag !== undefined) await end(tag);
  };

  /**
   * Each push must show something (`userVisibleOnly`). Chromium and Firefox let some pass that don't, which is enough for one after
   * each page. Safari ends the subscription after a few, so there the notification stays, silent, and says that it is over.
   */
  const end = async (tag: string): Promise<void> => {
    const open = await scope.registration.getNotifications({ tag });
    if (!(await isApple(scope))) {
      for (const notification of open) notification.close();
      return;
    }
    const [{ title, data } = { title: 'Muster', data: null }] = open;
    const over = { title, body: 'It needs no answer any more.', tag };
    await show((data as ShownData | null)?.message, over, { renotify: false, silent: true });
  };

  /** `open`: how many pages wait for the person, in digits; undefined leaves the badge as it is. */
  const setBadge = async (open: string | undefined): Promise<void> => {
    const { navigator } = scope;
    if (open === undefined || !navigator?.setAppBadge) return;
    const changed = open === '0' ? navigator.clearAppBadge?.() : navigator.setAppBadge(Number(open));
    await changed?.catch(() => undefined);
  };

  const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

  /** A page registers the new subscription. With none open, the next one does at its start. */
  const tellSubscription = async (): Promise<void> => {
    for (const client of await windows()) client.postMessage({ type: subscriptionMessage });
  };

  /**
   * The tab that showed it is brought to the front and told: another tab may be another person's. When it is gone, a button is carried
   * out from here if the message has a ticket for that; else the app is opened where the message leads.
   */
  const answer = async (message: PushMessage, action: string | null, tab: string | null) => {
    const open = await windows();
    const question: WorkerMessage = { type: clickMessage, click: { action, message }, tab };
    const answers = await Promise.all(open.map((client) => isYours(client, question)));
    const found = open.find((_client, index) => answers[index]);
    // The tab has been told; a browser that does not let it come to the front takes nothing back.
    if (found) return Promise.resolve(found.focus()).catch(() => undefined);
    if (action !== null && message.data['ticket'] !== undefined) return carryOut(message, action);
    await scope.clients.openWindow(addressOf(scope, message, action));
    return say(message, 'opened');
  };

  /** Notifies of the result, without a sound. A failed action can be tried again from the same notification. */
  const carryOut = async (message: PushMessage, action: string): Promise<unknown> => {
    const { notification = { title: 'Muster', body: '' } } = message;
    const { done, failed } = outcomes.get(action) ?? { done: 'Done', failed: 'Not done' };
    const said = await say(message, action);
    const tag = `answer-${message.data['pageId']}`;
    const tell = (title: string, body: string) =>
      inTurn(() => show(message, { title, body, tag }, { renotify: false, silent: true }));
    if (said?.status === 200) {
      await setBadge(String(said.body.open));
      return tell(done, notification.title);
    }
    if (said?.status === 409) return tell(failed, said.body.message ?? '');
    if (said?.status === 404)
      return tell(failed, 'This device no longer answers pages. Open Muster and do it there.');
    return inTurn(() =>
      show(message, { ...notification, body: `${failed}: Muster can’t be reached. Try again.` }),
    );
  };

  const pushed = (event: PushEvent) => {
    if (!event.data) return;
    const message = event.data.json() as PushMessage;
    const received = inTurn(() => receive(message));
    event.waitUntil(received.then(() => (message.notification ? say(message, 'shown') : undefined)));
  };
  const moved = (event: Extendable) => event.waitUntil(tellSubscription());
  const clicked = (event: ClickEvent) => {
    event.notification.close();
    const { message, tab = null } = (event.notification.data ?? {}) as Partial<ShownData>;
    if (message) event.waitUntil(answer(message, event.action || null, tab));
  };
  scope.addEventListener('push', guardListener(pushed));
  scope.addEventListener('pushsubscriptionchange', guardListener(moved));
  scope.addEventListener('notificationclick', guardListener(clicked));
}

async function isApple({ registration }: WorkerScope): Promise<boolean> {
  const endpoint = (await registration.pushManager?.getSubscription())?.endpoint;
  return endpoint !== undefined && new URL(endpoint).hostname.endsWith('.push.apple.com');
}

/** Posts in the name of the person whom the message asks. Null: it did not get through, or there is no ticket. */
async function say({ data }: PushMessage, given: string): Promise<Answered | null> {
  const { teamId, pageId, deliveryId, ticket, seen } = data;
  if (ticket === undefined) return null;
  try {
    const response = await fetch(answerPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ teamId, pageId, deliveryId, ticket, answer: given, seen }),
    });
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  } catch {
    return null;
  }
}

/** Asks a tab, which acts if the click is meant for it. A tab that does not answer soon is not the one. */
function isYours(client: WindowClient, question: WorkerMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = guardListener(({ data }: MessageEvent<unknown>) => resolve(data === true));
    setTimeout(
      guardListener(() => resolve(false)),
      1000,
    );
    client.postMessage(question, [port2]);
  });
}

function addressOf({ location }: WorkerScope, message: PushMessage, action: string | null): string {
  const address = new URL(message.notification?.link ?? '/', location.origin);
  // Never to another site, whatever a message says.
  if (address.origin !== location.origin) return location.origin;
  if (action !== null) address.searchParams.set('do', action);
  if (action !== null && message.data['seen'] !== undefined)
    address.searchParams.set('seen', message.data['seen']);
  return address.href;
}
