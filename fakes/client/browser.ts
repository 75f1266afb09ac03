/** Functions of the browser that a client needs, as an interface: a client also runs where there is no browser. */
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import type { NotificationClick, PushMessage, PushPermission } from '#ports/messaging/messaging.ts';
import type { BrowserTiming } from '#provider-kit/performance/automatic.ts';
import type { Unsubscribe } from '#ports/shared.ts';

export interface BrowserHost {
  /** Passes on each timing, the page's own first; also those from before the subscription. */
  onTiming(next: (timing: BrowserTiming) => void): Unsubscribe;
  /** The person's, as `en-GB`. */
  language(): string;
  visible(): boolean;
  /** The browser came online, or the tab became visible: waiting to reconnect has no purpose any more. */
  onOnlineOrVisible(next: () => void): Unsubscribe;
  permission(): PushPermission;
  requestPermission(): Promise<PushPermission>;
  onPermission(next: (permission: PushPermission) => void): Unsubscribe;
  showNotification(message: PushMessage): Promise<void>;
  /**
   * Subscribes to this browser's push service. `anew`: the present subscription may have expired. Absent, or `null`: no push
   * service can be reached.
   */
  subscribe?(publicKey: string, anew: boolean): Promise<PushAddress | null>;
  /** The push service has another address for this browser, or none. Absent where `subscribe` is. */
  onSubscriptionChange?(next: () => void): Unsubscribe;
  onNotificationClick(next: (click: NotificationClick) => void): Unsubscribe;
  /**
   * Shows the accounts of a social provider and lets the person choose one, or none (`null`).
   * @throws PortError auth/popup-blocked
   */
  chooseAccount(provider: string, accounts: readonly SocialAccount[]): Promise<SocialAccount | null>;
  /** Leaves the page for the social provider and comes back to it: it is loaded anew. */
  leaveAndReturn(): void;
}

/** An account at a social provider, as its chooser shows it. */
export interface SocialAccount {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
}

/** A browser in a test's hands. */
export class TestBrowser implements BrowserHost {
  /** Value of `language`. */
  speaks = 'en';
  /** Notifications shown so far, oldest first. */
  readonly shown: PushMessage[] = [];
  /** Choice in the account chooser; by default the first account. */
  choose: (accounts: readonly SocialAccount[]) => SocialAccount | null = (accounts) => accounts[0] ?? null;
  /** Number of times that the page was left for a social provider. The test loads it anew. */
  timesLeft = 0;
  /** The person's answer to the request for permission. */
  answer: PushPermission = 'granted';
  private isVisible = true;
  private current: PushPermission = 'default';
  private readonly permissions = new Set<(permission: PushPermission) => void>();
  private readonly onlineOrVisible = new Set<() => void>();
  private readonly timings = new Set<(timing: BrowserTiming) => void>();
  private readonly clicks = new Set<(click: NotificationClick) => void>();

  language(): string {
    return this.speaks;
  }

  /** The browser measured something. */
  measure(timing: BrowserTiming): void {
    for (const next of [...this.timings]) next(timing);
  }

  onTiming(next: (timing: BrowserTiming) => void): Unsubscribe {
    this.timings.add(next);
    return () => this.timings.delete(next);
  }

  visible(): boolean {
    return this.isVisible;
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
    if (visible) this.comeOnline();
  }

  onOnlineOrVisible(next: () => void): Unsubscribe {
    this.onlineOrVisible.add(next);
    return () => this.onlineOrVisible.delete(next);
  }

  /** The browser's `online` event. */
  comeOnline(): void {
    for (const next of [...this.onlineOrVisible]) next();
  }

  permission(): PushPermission {
    return this.current;
  }

  setPermission(permission: PushPermission): void {
    this.current = permission;
    for (const next of [...this.permissions]) next(permission);
  }

  requestPermission(): Promise<PushPermission> {
    if (this.current === 'default') this.setPermission(this.answer);
    return Promise.resolve(this.current);
  }

  onPermission(next: (permission: PushPermission) => void): Unsubscribe {
    this.permissions.add(next);
    return () => this.permissions.delete(next);
  }

  showNotification(message: PushMessage): Promise<void> {
    this.shown.push(message);
    return Promise.resolve();
  }

  onNotificationClick(next: (click: NotificationClick) => void): Unsubscribe {
    this.clicks.add(next);
    return () => this.clicks.delete(next);
  }

  click(click: NotificationClick): void {
    for (const next of [...this.clicks]) next(click);
  }

  chooseAccount(_provider: string, accounts: readonly SocialAccount[]): Promise<SocialAccount | null> {
    return Promise.resolve(this.choose(accounts));
  }

  leaveAndReturn(): void {
    this.timesLeft++;
  }
}
