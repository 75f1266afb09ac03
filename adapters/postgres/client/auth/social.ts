/** Sign-in at a provider: in a window beside the page, or by leaving the page. */
import type {
  OfferedProvider,
  ProviderSignInOptions,
  SignInResult,
  SocialProvider,
} from '#ports/auth/auth.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { KeyValueStore } from '#provider-kit/tab-store.ts';

/** The server's providers as the page knows them, and functions of the browser. */
export interface SocialBrowser {
  readonly providers: readonly OfferedProvider[];
  /** Opens a window, within a click; `null` where the browser allows none. */
  openWindow(): SocialWindow | null;
  /** Tickets that a window of this browser has brought back, for whichever page waits for it. */
  onTicket(next: (ticket: string) => void): Unsubscribe;
  /** The ticket that this page came back with, once; empty for a sign-in that failed, `null` for none. */
  takeTicket(): string | null;
  /** Address of this page. */
  here(): string;
  leave(address: string): void;
}

export interface SocialWindow {
  go(address: string): void;
  isClosed(): boolean;
  close(): void;
}

/** A sign-in that was begun at the server. */
interface BegunSignIn {
  readonly flow: string;
  /** Address at the provider. */
  readonly address: string;
}

/** A sign-in for which the page was left. */
interface LeftFor {
  readonly flow: string;
  readonly purpose: SocialPurpose;
}

export type SocialPurpose = NonNullable<ProviderSignInOptions['purpose']>;

export interface SocialSignInOptions {
  readonly client: PortClient;
  readonly clock: Clock;
  readonly browser: SocialBrowser;
  /** Store of this tab. */
  readonly store: KeyValueStore;
  readonly storage: StorageHealth;
  begin(input: {
    readonly provider: SocialProvider;
    readonly back: string | null;
    readonly scopes: readonly string[];
    readonly loginHint: string | null;
  }): Promise<BegunSignIn>;
  finish(purpose: SocialPurpose, answer: SocialFlowAnswer): Promise<SignInResult>;
  /** As `finish`, before any other operation of this page. */
  finishFirst(purpose: SocialPurpose, answer: SocialFlowAnswer): Promise<SignInResult>;
}

interface SocialFlowAnswer {
  readonly flow: string;
  readonly ticket: string;
}

const storeKey = 'auth/social';
/** Milliseconds between looks whether the person has closed the window. */
const lookEveryMs = 500;
/** A window closes itself once it has sent its ticket, which can arrive later on a busy machine. */
const ticketMs = 5000;

export class SocialSignInDriver {
  private readonly options: SocialSignInOptions;
  private cancelOpen: ((error: PortError) => void) | null = null;
  /** Result of the redirect that led here, until it is asked for. */
  private arrived: Promise<SignInResult | null> | null = null;

  constructor(options: SocialSignInOptions) {
    this.options = options;
    this.providers = options.browser.providers;
    options.client.onDispose(() => this.cancelOpen?.(disposedError()));
  }

  readonly providers: readonly OfferedProvider[];

  readonly signInWithProvider = (options: ProviderSignInOptions): Promise<SignInResult> =>
    options.mode === 'redirect' ? this.byRedirect(options) : this.byWindow(options);

  readonly redirectResult = async (): Promise<SignInResult | null> => {
    const { arrived } = this;
    this.arrived = null;
    return arrived;
  };

  /** Finishes a sign-in for which the page was left. Called once, when the page begins. */
  async arrive(): Promise<void> {
    this.arrived = this.finishRedirect();
    await this.arrived.catch(() => {});
  }

  private async finishRedirect(): Promise<SignInResult | null> {
    const { browser, store, storage, finishFirst } = this.options;
    const ticket = browser.takeTicket();
    const left = await storage.value('redirect', () => store.get(storeKey), readLeftFor);
    if (!left) return null;
    await storage.write('redirect', () => store.remove(storeKey));
    // The person came back by themselves, or declined.
    if (ticket === null || ticket === '') return null;
    return finishFirst(left.purpose, { flow: left.flow, ticket });
  }

  private async byRedirect(asked: ProviderSignInOptions): Promise<never> {
    const { browser, store, storage } = this.options;
    const { flow, address } = await this.begin(asked, browser.here());
    const left: LeftFor = { flow, purpose: asked.purpose ?? 'sign-in' };
    await storage.write('redirect', () => store.set(storeKey, left));
    browser.leave(address);
    return new Promise<never>(() => {});
  }

  private async byWindow(asked: ProviderSignInOptions): Promise<SignInResult> {
    const { browser, client, finish } = this.options;
    if (client.isDisposed()) throw disposedError();
    this.cancelOpen?.(replaced());
    // Browsers open windows only within a click, so nothing may be awaited before this.
    const window = browser.openWindow();
    if (!window) throw new PortError('auth/popup-blocked', 'The browser did not let the window open.');
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    this.cancelOpen = reject;
    try {
      return await Promise.race([cancelled, this.throughWindow(asked, window, finish)]);
    } finally {
      window.close();
      if (this.cancelOpen === reject) this.cancelOpen = null;
    }
  }

  private async throughWindow(
    asked: ProviderSignInOptions,
    window: SocialWindow,
    finish: SocialSignInOptions['finish'],
  ): Promise<SignInResult> {
    const { browser, clock } = this.options;
    const { flow, address } = await this.begin(asked, null);
    const { promise, resolve, reject } = Promise.withResolvers<SignInResult>();
    const giveUp = () =>
      reject(new PortError('auth/popup-closed-by-user', 'The window was closed before you had signed in.'));
    const look = () => {
      stopLooking = window.isClosed() ? clock.setTimer(giveUp, ticketMs) : clock.setTimer(look, lookEveryMs);
    };
    let stopLooking = clock.setTimer(look, lookEveryMs);
    const stopTickets = browser.onTicket((ticket) => {
      stopLooking();
      finish(asked.purpose ?? 'sign-in', { flow, ticket }).then(resolve, (error: unknown) => {
        // A ticket of another page of this browser.
        if (isPortError(error, 'auth/invalid-credential') && !window.isClosed()) look();
        else reject(error);
      });
    });
    window.go(address);
    return promise.finally(() => {
      stopLooking();
      stopTickets();
    });
  }

  private begin({ provider, scopes = [], loginHint }: ProviderSignInOptions, back: string | null) {
    return this.options.begin({ provider, back, scopes, loginHint: loginHint ?? null });
  }
}

const replaced = () =>
  new PortError('auth/cancelled-popup-request', 'Another window was opened before you had signed in.');

/** @throws TypeError */
function readLeftFor(stored: unknown): LeftFor {
  const { flow, purpose } = stored as Partial<LeftFor>;
  if (
    typeof flow !== 'string' ||
    (purpose !== 'sign-in' && purpose !== 'link' && purpose !== 'reauthenticate')
  )
    throw new TypeError('The stored sign-in is incomplete.');
  return { flow, purpose };
}
