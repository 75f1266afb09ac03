/** A browser as far as push needs one: its person, its page in sight or not, its service worker. */
import type { PushHost } from '#adapters/firebase/messaging/host.ts';
import {
  clicked,
  moved,
  receivePush,
  type PushWorkerHost,
  type WorkerNews,
} from '#adapters/firebase/messaging/push.ts';
import type { NotificationClick, PushMessage, PushPermission } from '#ports/messaging/messaging.ts';

type Worker = ServiceWorkerRegistration & { endpoint?: string };

/** Provides the classes that the SDK requires of a page. */
export function providePushClasses(): void {
  class FakeSubscription {
    readonly endpoint: string;
    constructor(endpoint: string) {
      this.endpoint = endpoint;
    }
    getKey = (): ArrayBuffer => new Uint8Array([1, 2, 3]).buffer;
    unsubscribe = async (): Promise<boolean> => true;
  }
  class FakeRegistration {
    readonly scope = 'http://localhost:3000/push';
    private isSubscribed = false;
    /** Address at the push service. */
    endpoint = 'https://push.example/subscription';
    readonly pushManager = {
      getSubscription: async () => (this.isSubscribed ? new FakeSubscription(this.endpoint) : null),
      subscribe: async () => {
        this.isSubscribed = true;
        return new FakeSubscription(this.endpoint);
      },
    };
  }
  Object.assign(FakeRegistration.prototype, { showNotification: () => {} });
  Object.assign(FakeSubscription.prototype, { getKey: () => {} });
  Object.assign(globalThis, {
    // Permission is always granted here: the adapter asks its host before.
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
    PushManager: FakeRegistration,
    PushSubscription: FakeSubscription,
    ServiceWorkerRegistration: FakeRegistration,
  });
  const serviceWorker = { addEventListener: () => {} };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
}

export class PushBrowser implements PushHost {
  answer: PushPermission = 'granted';
  visible = true;
  readonly shown: PushMessage[] = [];
  readonly opened: string[] = [];
  private current: PushPermission = 'default';
  private readonly permissions = new Set<() => void>();
  private readonly pages = new Set<(message: unknown) => void>();
  private readonly returns = new Set<() => void>();
  private registration: Worker | null = null;

  permission = (): PushPermission => this.current;

  setPermission(permission: PushPermission): void {
    this.current = permission;
    for (const next of this.permissions) next();
  }

  requestPermission = async (): Promise<PushPermission> => {
    if (this.current === 'default' && this.answer !== 'default') this.setPermission(this.answer);
    return this.current;
  };

  onPermission = (next: () => void) => listen(this.permissions, next);
  onWorkerMessage = (next: (message: unknown) => void) => listen(this.pages, next);
  onOnline = (next: () => void) => listen(this.returns, next);

  worker = async (): Promise<Worker> =>
    (this.registration ??= new (ServiceWorkerRegistration as unknown as new () => Worker)());

  pushAddress = async (): Promise<string | null> =>
    (await this.registration?.pushManager.getSubscription())?.endpoint ?? null;

  pushServiceMoves(endpoint: string): void {
    if (this.registration) this.registration.endpoint = endpoint;
  }

  /** The service worker has received it. */
  tellMoved(): void {
    this.work(() => moved(this.host));
  }

  online(): void {
    for (const next of [...this.returns]) next();
  }

  /** The service worker, one event after the other. */
  receive(pushed: object): void {
    this.work(() => receivePush(pushed, this.host));
  }

  click(click: NotificationClick): void {
    this.work(() => clicked(click, this.host));
  }

  private working: Promise<void> = Promise.resolve();

  private work(run: () => Promise<void>): void {
    this.working = this.working.then(run);
  }

  private readonly host: PushWorkerHost = {
    pages: async () =>
      [...this.pages].map((page) => ({
        url: 'http://localhost:3000/',
        visible: this.visible,
        tell: (news: WorkerNews) => page(structuredClone(news)),
        focus: async () => {},
      })),
    show: async (message) => void this.shown.push(message),
    end: async (_message, tag) => {
      const others = this.shown.filter(({ notification }) => notification?.tag !== tag);
      this.shown.splice(0, this.shown.length, ...others);
    },
    open: async (path) => void this.opened.push(path),
    post: async () => {},
  };
}

function listen<T>(listeners: Set<T>, next: T): () => void {
  listeners.add(next);
  return () => listeners.delete(next);
}
