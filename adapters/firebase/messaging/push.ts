/** Handling of pushed messages in the service worker, apart from its globals so that tests can run it anywhere. */
import type { NotificationClick, PushMessage, PushNotification } from '#ports/messaging/messaging.ts';
import { shownReceipt } from '#adapters/browser/push-receipt.ts';
import { settledTag } from '#adapters/browser/settled-push.ts';
import { notificationKey, sentAtKey } from './wire.ts';

/** Messages of the service worker to pages of the application. */
export type WorkerNews =
  | { readonly muster: 'foreground' | 'background'; readonly message: PushMessage }
  | { readonly muster: 'click'; readonly click: NotificationClick }
  /** The push service has another address for this browser, or none. */
  | { readonly muster: 'moved' };

export interface PushPage {
  readonly url: string;
  readonly visible: boolean;
  tell(news: WorkerNews): void;
  focus(): Promise<unknown>;
}

export interface PushWorkerHost {
  pages(): Promise<readonly PushPage[]>;
  show(message: PushMessage, notification: PushNotification): Promise<void>;
  /** Takes the notifications with this tag off the screen: so says the message. */
  end(message: PushMessage, tag: string): Promise<void>;
  open(path: string): Promise<unknown>;
  /** Posts a receipt to the server; best effort. */
  post(receipt: string): Promise<void>;
}

interface Pushed {
  readonly fcmMessageId?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

/** `null` for what is no message of this application. */
function messageFrom(pushed: unknown): PushMessage | null {
  if (typeof pushed !== 'object' || pushed === null) return null;
  const { fcmMessageId, data = {} } = pushed as Pushed;
  const { [notificationKey]: notification, [sentAtKey]: sentAt, ...own } = data;
  if (sentAt === undefined) return null;
  return {
    id: String(fcmMessageId ?? ''),
    ...(notification === undefined ? {} : { notification: JSON.parse(notification) as PushNotification }),
    data: own,
    sentAt: Number(sentAt),
  };
}

/**
 * Passes a push to the visible pages, if any. Otherwise shows it (or ends the notification of a settled subject), and then passes it to
 * hidden pages. Displays are confirmed from here: an open page proves no push.
 */
export async function receivePush(pushed: unknown, host: PushWorkerHost): Promise<void> {
  const message = messageFrom(pushed);
  if (!message) return;
  const pages = await host.pages();
  const visible = pages.filter((page) => page.visible);
  for (const page of visible) page.tell({ muster: 'foreground', message });
  if (visible.length > 0) return;
  const tag = settledTag(message);
  if (message.notification) await host.show(message, message.notification);
  else if (tag !== undefined) await host.end(message, tag);
  for (const page of pages) page.tell({ muster: 'background', message });
  const receipt = message.notification ? shownReceipt(message) : null;
  if (receipt !== null) await host.post(receipt);
}

/**
 * A page that is open is told and brought to the front; with none, the one that the message is about is opened, a button's name in
 * its address.
 */
export async function clicked(click: NotificationClick, host: PushWorkerHost): Promise<void> {
  const [page] = await host.pages();
  if (!page) return void (await host.open(addressOf(click)));
  page.tell({ muster: 'click', click });
  // A browser that does not let it come to the front takes nothing back.
  await page.focus().catch(() => {});
}

/** Only a page can register anew, and one does it for all: with none open, the next one notices by itself. */
export async function moved(host: PushWorkerHost): Promise<void> {
  const [page] = await host.pages();
  page?.tell({ muster: 'moved' });
}

/** Stands for whichever origin this is. */
const here = 'https://here.invalid';

function addressOf({ action, message }: NotificationClick): string {
  const link = message.notification?.link ?? '/';
  if (!URL.canParse(link, here)) return '/';
  const address = new URL(link, here);
  // Never to another site, whatever a message says.
  if (address.origin !== here) return '/';
  if (action !== null) address.searchParams.set('do', action);
  return `${address.pathname}${address.search}${address.hash}`;
}

export const isNews = (value: unknown): value is WorkerNews =>
  typeof value === 'object' && value !== null && 'muster' in value;
