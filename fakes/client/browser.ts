/** What a client needs of the browser around it, so that it also runs where there is none. */
import type { NotificationClick, PushMessage, PushPermission } from '#ports/messaging/messaging.ts';
import type { Unsubscribe } from '#ports/shared.ts';

export interface BrowserHost {
  visible(): boolean;
  permission(): PushPermission;
  requestPermission(): Promise<PushPermission>;
  onPermission(next: (permission: PushPermission) => void): Unsubscribe;
  showNotification(message: PushMessage): Promise<void>;
  onNotificationClick(next: (click: NotificationClick) => void): Unsubscribe;
  /**
   * Shows the accounts of a social provider and lets the person choose one, or none (`null`).
   * @throws PortError auth/popup-blocked
   */
  chooseAccount(provider: string, accounts: readonly SocialAccount[]): Promise<SocialAccount | null>;
}

/** An account at a social provider, as its chooser shows it. */
export interface SocialAccount {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
}

/** A browser in a test's hands. */
export class TestBrowser implements BrowserHost {
  /** Notifications shown so far, oldest first. */
  readonly shown: PushMessage[] = [];
  /** Answers the account chooser; by default the first account. */
  choose: (accounts: readonly SocialAccount[]) => SocialAccount | null = (accounts) => accounts[0] ?? null;
  /** What the person answers when asked for permission. */
  answer: PushPermission = 'granted';
  private isVisible = true;
  private current: PushPermission = 'default';
  private readonly permissions = new Set<(permission: PushPermission) => void>();
  private readonly clicks = new Set<(click: NotificationClick) => void>();

  visible(): boolean {
    return this.isVisible;
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
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
}
