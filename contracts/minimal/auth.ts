/** Sign-in by email and password. */
import type { Auth, Credential, SignInResult, User } from '#ports/auth/auth.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { authShell } from '#provider-kit/auth/shell.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { MinimalCloud } from './cloud.ts';
import type { OpenSession } from './sessions.ts';
import type { ClientParts } from './client-parts.ts';

/** Shared by the tabs of a browser; outlives a reload of the page. */
export type SessionStore = CurrentSignal<OpenSession | null>;

export const newSessionStore = (): SessionStore => new CurrentSignal<OpenSession | null>(null);

const earlyMs = 5 * 60_000;
const leastLeftMs = 30_000;

/** `become`: the documents' identity, set before the first request in a person's name. */
export function minimalAuth(
  { accounts, sessions }: Pick<MinimalCloud, 'accounts' | 'sessions'>,
  store: SessionStore,
  become: (uid: string | null) => void,
  { client, clock, line }: ClientParts,
): Auth {
  const current = () => store.current()?.user ?? null;
  const users = new CurrentValue<User | null>(client, () => Promise.resolve(), current);
  let shown = current();
  let cancelRenewal = () => {};
  const operations = operationQueue();

  const alive = <T>(run: () => Promise<T>): Promise<T> =>
    client.isDisposed() ? Promise.reject(disposedError()) : run();
  /** Changes take place in the order in which they were asked for. */
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => operations(() => alive(run));
  const request = <T>(run: () => T) => line.request(run, 'auth/network-request-failed');
  const signedIn = (): OpenSession => {
    const session = store.current();
    if (!session) throw new PortError('unauthenticated', 'Nobody is signed in.');
    return session;
  };
  /** A request of the session; one that has ended elsewhere ends here. */
  const ofSession = async <T>(session: OpenSession, run: () => T): Promise<T> => {
    try {
      return await request(run);
    } catch (error) {
      const ended = isPortError(error, 'auth/user-token-expired', 'auth/user-disabled');
      if (ended && store.current()?.id === session.id) store.set(null);
      throw error;
    }
  };
  const renew = async (session: OpenSession) => {
    const { token } = await ofSession(session, () => sessions.renew(session.id));
    const now = store.current();
    if (now?.id === session.id) store.set({ ...now, token });
    return token;
  };
  const planRenewal = () => {
    cancelRenewal();
    const session = store.current();
    if (!session || client.isDisposed() || !line.online()) return;
    const wait = session.token.expiresAt - earlyMs - clock.now();
    cancelRenewal = clock.setTimer(() => void renew(session).catch(() => {}), Math.max(0, wait));
  };
  const show = (session: OpenSession | null) => {
    become(session?.user.uid ?? null);
    planRenewal();
    if (session?.user === shown) return;
    shown = session?.user ?? null;
    users.tell(shown);
  };
  const open = (run: () => OpenSession, isNewUser: boolean) =>
    inTurn(async (): Promise<SignInResult> => {
      const before = store.current();
      const session = await request(run);
      if (before && before.id !== session.id) sessions.end(before.id);
      store.set(session);
      return { kind: 'signed-in', user: session.user, isNewUser, providerId: 'password' };
    });
  const change = (run: (id: string) => User) =>
    inTurn(async () => {
      const session = signedIn();
      const user = await ofSession(session, () => run(session.id));
      store.set({ ...signedIn(), user });
      return user;
    });

  client.onDispose(store.onChange(show));
  client.onDispose(line.onChange(planRenewal));
  client.onDispose(() => cancelRenewal());
  client.onDispose(() => users.dispose());
  show(store.current());

  return authShell({
    currentUser: current,
    ready: () => alive(async () => current()),
    onUserChange: (next) => users.add(next),
    idToken: (forceRefresh) =>
      alive(async () => {
        const session = store.current();
        if (!session) return null;
        const left = session.token.expiresAt - clock.now();
        return forceRefresh || left < leastLeftMs ? renew(session) : session.token;
      }),
    createUser: (account) =>
      open(() => {
        if (account.password === '') throw new PortError('auth/missing-password', 'Type a password.');
        accounts.create(account);
        return sessions.signIn({ kind: 'password', ...account });
      }, true),
    signIn: (credential: Credential) => open(() => sessions.signIn(credential), false),
    signOut: () =>
      inTurn(async () => {
        const session = store.current();
        if (session && line.online()) sessions.end(session.id);
        store.set(null);
      }),
    reauthenticate: (credential: Credential) =>
      open(() => sessions.reauthenticate(signedIn().id, credential), false),
    updateProfile: (changes) => change((id) => sessions.updateProfile(id, changes)),
    updatePassword: (password) =>
      inTurn(() => {
        const session = signedIn();
        return ofSession(session, () => sessions.updatePassword(session.id, password));
      }),
    reload: () => change((id) => sessions.userOf(id)),
  });
}
