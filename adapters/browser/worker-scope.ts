/** The part of a service worker's global scope that Muster uses. The platform's own types exclude those of a page. */
export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PushEvent extends Extendable {
  readonly data: { json(): unknown } | null;
}

export interface ShownNotification {
  readonly title: string;
  readonly data: unknown;
  close(): void;
}

export interface ClickEvent extends Extendable {
  readonly action: string;
  readonly notification: ShownNotification;
}

export interface MessageReceived extends Extendable {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface RequestEvent extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface WindowClient {
  readonly id: string;
  readonly url: string;
  readonly visibilityState: string;
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
  focus(): Promise<unknown>;
}

interface WorkerEvents {
  readonly install: Extendable;
  readonly activate: Extendable;
  readonly fetch: RequestEvent;
  readonly message: MessageReceived;
  readonly push: PushEvent;
  readonly pushsubscriptionchange: Extendable;
  readonly notificationclick: ClickEvent;
}

export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly clients: {
    matchAll(options: object): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  readonly registration: {
    readonly installing: unknown;
    readonly active: { postMessage(message: unknown): void } | null;
    readonly waiting: { postMessage(message: unknown, transfer: readonly MessagePort[]): void } | null;
    /** Looks for a newer version of the service worker. */
    update(): Promise<unknown>;
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(options: { readonly tag: string }): Promise<readonly ShownNotification[]>;
    readonly pushManager?: { getSubscription(): Promise<{ readonly endpoint: string } | null> };
  };
  readonly navigator?: {
    setAppBadge?(count: number): Promise<void>;
    clearAppBadge?(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void): void;
}
