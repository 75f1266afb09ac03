/**
 * Shows what is pushed and brings clicks back to the app. It keeps no files and answers no requests, so a reload always gets
 * the newest version.
 */
const worker = /** @type {any} */ (self);

/** The page understands this; see src/app/embedded/browser-host.ts. */
const clickMessage = 'muster:notification-click';

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { message } = event.notification.data ?? {};
  if (message) event.waitUntil(answer(message, event.action || null));
});

/** A tab that is open is brought to the front and told; without one the app is opened where the message leads. */
async function answer(message, action) {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab =
    tabs.find((open) => open.focused) ?? tabs.find((open) => open.visibilityState === 'visible') ?? tabs[0];
  if (!tab) return worker.clients.openWindow(addressOf(message, action));
  tab.postMessage({ type: clickMessage, click: { action, message } });
  return tab.focus();
}

function addressOf(message, action) {
  const address = new URL(message.notification?.link ?? '/', worker.location.origin);
  // Never to another site, whatever a message says.
  if (address.origin !== worker.location.origin) return worker.location.origin;
  if (action) address.searchParams.set('do', action);
  return address.href;
}
