/** Windows in which people sign in at a provider, and what they bring back. The names are those of the page that providers lead back to. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { Unsubscribe } from '#ports/shared.ts';

const channelName = 'muster-social';
const ticketKey = 'muster-social-ticket';

/** An empty window, opened within a click; `null` where the browser allows none. */
export function openSignInWindow() {
  const [width, height] = [500, 680];
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  const opened = open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (!opened) return null;
  return {
    go: (address: string) => opened.location.replace(address),
    isClosed: () => opened.closed,
    close: () => opened.close(),
  };
}

export function onSignInTicket(next: (ticket: string) => void): Unsubscribe {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener(
    'message',
    guardListener(({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') next(data);
    }),
  );
  return () => channel.close();
}

/** The ticket that this page came back with, once. */
export function takeSignInTicket(): string | null {
  const ticket = sessionStorage.getItem(ticketKey);
  sessionStorage.removeItem(ticketKey);
  return ticket;
}
