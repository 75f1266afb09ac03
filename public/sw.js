/**
 * Shows what is pushed, answers a page with no tab of Muster open, and brings other clicks back to the app. It keeps no files and
 * answers no requests, so a reload always gets the newest version.
 */
const worker = /** @type {any} */ (self);

/** The page understands these; see adapters/embedded-browser/browser-host.ts. */
const clickMessage = 'muster:notification-click';
const subscriptionMessage = 'muster:subscription-change';

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

let shown = Promise.resolve();

/**
 * One after another: what ends a notification must not overtake it, and Chromium forgets a notification that is being shown while
 * others are looked for.
 */
function inTurn(work) {
  shown = shown.then(work).catch((error) => console.error(error));
  return shown;
}

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  const message = event.data.json();
  const received = inTurn(() => receive(message));
  event.waitUntil(received.then(() => (message.notification ? say(message, 'shown') : undefined)));
});

/** What no open page took: shown as a page would (adapters/embedded-browser/browser-host.ts), or a notification that is over is ended. */
async function receive(message) {
  const { notification, data } = message;
  await setBadge(data.open);
  if (notification) return show(message, notification);
  const tag = data.tag ?? data.pageId;
  if (data.kind === 'settled' && tag !== undefined) await end(tag);
}

const show = (message, { title, body, tag, requireInteraction = false, actions = [] }, more = {}) =>
  worker.registration.showNotification(title, {
    body,
    requireInteraction,
    actions,
    icon: '/favicon.svg',
    data: { message, tab: null },
    ...(tag !== undefined && { tag, renotify: true }),
    ...more,
  });

/**
 * Each push must show something (`userVisibleOnly`). Chromium and Firefox let some pass that don't, which is enough for one after
 * each page. Safari ends the subscription after a few, so there the notification stays, silent, and says that it is over.
 */
async function end(tag) {
  const open = await worker.registration.getNotifications({ tag });
  if (!(await isApple())) {
    for (const notification of open) notification.close();
    return;
  }
  const [{ title, data } = { title: 'Muster', data: {} }] = open;
  const over = { title, body: 'It needs no answer any more.', tag };
  await show(data?.message, over, { renotify: false, silent: true });
}

async function isApple() {
  const endpoint = (await worker.registration.pushManager?.getSubscription())?.endpoint;
  return endpoint !== undefined && new URL(endpoint).hostname.endsWith('.push.apple.com');
}

/** `open`: how many pages wait for the person, in digits; undefined leaves the badge as it is. */
async function setBadge(open) {
  const { navigator } = worker;
  if (open === undefined || typeof navigator?.setAppBadge !== 'function') return;
  const changed = open === '0' ? navigator.clearAppBadge() : navigator.setAppBadge(Number(open));
  await changed.catch(() => undefined);
}

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellSubscription()));

/** A page registers the new one. With none open, the next one does at its start. */
async function tellSubscription() {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of open) client.postMessage({ type: subscriptionMessage });
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { message, tab } = event.notification.data ?? {};
  if (message) event.waitUntil(answer(message, event.action || null, tab));
});

/**
 * The tab that showed it is brought to the front and told: another tab may be another person's. When it is gone, a button is carried
 * out from here if the message has a ticket for that; else the app is opened where the message leads.
 */
async function answer(message, action, tab) {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const question = { type: clickMessage, click: { action, message }, tab };
  const answers = await Promise.all(open.map((client) => isYours(client, question)));
  const found = open.find((_client, index) => answers[index]);
  // The tab has been told; a browser that does not let it come to the front takes nothing back.
  if (found) return Promise.resolve(found.focus()).catch(() => undefined);
  if (action && message.data.ticket) return carryOut(message, action);
  await worker.clients.openWindow(addressOf(message, action));
  return say(message, 'opened');
}

const outcomes = {
  acknowledge: { done: 'Acknowledged', failed: 'Not acknowledged' },
  decline: { done: 'Declined', failed: 'Not declined' },
};

/** Says how it went, without a sound. What did not get through can be tried again from the same notification. */
async function carryOut(message, action) {
  const { notification } = message;
  const { done, failed } = outcomes[action] ?? { done: 'Done', failed: 'Not done' };
  const said = await say(message, action);
  const tell = (title, body) =>
    inTurn(() =>
      show(message, { title, body, tag: `answer-${message.data.pageId}` }, { renotify: false, silent: true }),
    );
  if (said?.status === 200) {
    await setBadge(String(said.body.open));
    return tell(done, notification.title);
  }
  if (said?.status === 409) return tell(failed, said.body.message);
  if (said?.status === 404)
    return tell(failed, 'This device no longer answers pages. Open Muster and do it there.');
  return inTurn(() =>
    show(message, { ...notification, body: `${failed}: Muster can’t be reached. Try again.` }),
  );
}

/** In the name of the person whom the message asks. Null: it did not get through, or there is no ticket. */
async function say({ data }, given) {
  const { teamId, pageId, deliveryId, ticket } = data;
  if (ticket === undefined) return null;
  try {
    const response = await fetch('/in/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ teamId, pageId, deliveryId, ticket, answer: given }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
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
