/** Sign-in at a social provider: the person chooses an account, and the provider vouches for it. */
import type { Credential, ProviderSignInOptions } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';
import type { ClientSession } from './session.ts';

type SocialCredential = Extract<Credential, { kind: 'social' }>;

/** Record of a redirect to a provider, in this tab's store while the page is left. `null`: the person came back without one. */
export interface Redirect {
  readonly purpose: NonNullable<ProviderSignInOptions['purpose']>;
  readonly credential: SocialCredential | null;
}

const key = 'auth/redirect';

/** A single open popup: a new one closes the one before. */
export class Popups {
  private readonly context: ClientContext;
  private readonly session: ClientSession;
  private cancelOpen: (() => void) | null = null;

  constructor(context: ClientContext, session: ClientSession) {
    this.context = context;
    this.session = session;
  }

  /** The account that the person chose, or none. @throws auth/cancelled-popup-request, auth/popup-blocked */
  async choose({ provider, loginHint }: ProviderSignInOptions): Promise<SocialCredential | null> {
    this.cancelOpen?.();
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const cancel = () => reject(replaced());
    this.cancelOpen = cancel;
    try {
      return await Promise.race([this.ask(provider, loginHint), cancelled]);
    } finally {
      if (this.cancelOpen === cancel) this.cancelOpen = null;
    }
  }

  private async ask(
    provider: SocialCredential['provider'],
    hint: string | undefined,
  ): Promise<SocialCredential | null> {
    const known = await this.session.ask('socialAccounts', { provider });
    const hinted = known.filter(({ email }) => email === hint);
    const accounts = hinted.length > 0 ? hinted : known;
    const account = await this.context.browser.chooseAccount(provider, accounts);
    if (!account) return null;
    const { uid: sub, email, displayName: name } = account;
    return { kind: 'social', provider, idToken: JSON.stringify({ sub, email, name }) };
  }
}

const replaced = () => new PortError('auth/cancelled-popup-request', 'Another window was opened.');

export const closedByUser = () => new PortError('auth/popup-closed-by-user', 'The window was closed.');

export const leave = (context: ClientContext, redirect: Redirect) =>
  context.stores.session.set(key, redirect);

/** The redirect that led here, once. */
export async function arrival(context: ClientContext): Promise<Redirect | null> {
  const { stores, storage } = context;
  const redirect = await storage.value('redirect', () => stores.session.get(key), readRedirect);
  if (redirect) await storage.write('redirect', () => stores.session.remove(key));
  return redirect;
}

/** @throws TypeError */
function readRedirect(stored: unknown): Redirect {
  const { purpose, credential } = stored as Partial<Redirect>;
  if (typeof purpose !== 'string' || credential === undefined)
    throw new TypeError('The redirect is incomplete.');
  return { purpose, credential };
}
