/** Browser APIs of an embedded client: visibility, permission, notifications and clicks on them. */
import { notificationPermission } from '#adapters/browser/notification-permission.ts';
import {
  isPageVisible,
  onPushClick,
  onPushSubscription,
  showPush,
  subscribeToPush,
} from '#adapters/browser/page-push.ts';
import { onTiming } from '#adapters/browser/timings.ts';
import type { BrowserHost } from '#fakes/client/browser.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** `tab` is the tab's id, kept over reloads: clicks on its notifications are routed to it. */
export function browserHost(tab: string, chooseAccount: BrowserHost['chooseAccount']): BrowserHost {
  const permission = notificationPermission();
  return {
    language: () => navigator.language,
    onTiming,
    visible: isPageVisible,
    onOnlineOrVisible,
    permission: permission.current,
    requestPermission: permission.request,
    onPermission: (next) => permission.onChange(() => next(permission.current())),
    showNotification: (message) => showPush(message, tab),
    subscribe: subscribeToPush,
    onSubscriptionChange: onPushSubscription,
    onNotificationClick: (next) => onPushClick(next, tab),
    chooseAccount,
    leaveAndReturn: () => location.reload(),
  };
}

function onOnlineOrVisible(next: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('online', guardListener(next), { signal });
  document.addEventListener(
    'visibilitychange',
    guardListener(() => {
      if (isPageVisible()) next();
    }),
    { signal },
  );
  return () => ending.abort();
}
