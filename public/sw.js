/**
 * Shows what is pushed and brings clicks back to the app. It keeps no files and answers no requests, so a reload always gets
 * the newest version.
 */
const worker = /** @type {any} */ (self);

/** The page understands this; see adapters/embedded-browser/browser-host.ts. */
const clickMessage = 'muster:notification-click';

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

/** One after another: what ends a notification must not overtake it. */
let received = Promise.resolve();

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  const message = event.data.json();
  received = received.then(() => receive(message)).catch((error) => console.error(error));
  event.waitUntil(received);
});

/** What no open page took: shown as a page would (adapters/embedded-browser/browser-host.ts), or a notification that is over is closed. */
async function receive(message) {
  const { notification, data } = message;
  if (!notification) {
    const tag = data.tag ?? data.pageId;
    if (data.kind !== 'settled' || tag === undefined) return;
    for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
    return;
  }
  const { title, body, tag, requireInteraction = false, actions = [] } = notification;
  await worker.registration.showNotification(title, {
    body,
    requireInteraction,
    actions,
    icon: '/favicon.svg',
    data: { message, tab: null },
    ...(tag !== undefined && { tag, renotify: true }),
  });
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { message, tab } = event.notification.data ?? {};
  if (message) event.waitUntil(answer(message, event.action || null, tab));
});

/**
 * The tab that showed it is brought to the front and told: another tab may be another person's. When it is gone the app is
 * opened where the message leads.
 */
async function answer(message, action, tab) {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const question = { type: clickMessage, click: { action, message }, tab };
  const answers = await Promise.all(open.map((client) => isYours(client, question)));
  const found = open.find((_client, index) => answers[index]);
  if (!found) return worker.clients.openWindow(addressOf(message, action));
  // The tab has been told; a browser that does not let it come to the front takes nothing back.
  return Promise.resolve(found.focus()).catch(() => undefined);
}

/** Asks a tab, which acts if the click is meant for it. A tab that does not answer soon is not the one. */
function isYours(client, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), 1000);
    client.postMessage(question, [port2]);
  });
}

function addressOf(message, action) {
  const address = new URL(message.notification?.link ?? '/', worker.location.origin);
  // Never to another site, whatever a message says.
  if (address.origin !== worker.location.origin) return worker.location.origin;
  if (action) address.searchParams.set('do', action);
  return address.href;
}
