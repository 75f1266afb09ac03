/**
 * Core of a Firebase client: the dependencies of every port, and the two ports of a sign-in screen. `backend.ts`, which may be loaded
 * later, adds the others.
 */
import { deleteApp, type FirebaseApp, getApps, initializeApp } from 'firebase/app';
import type { CompleteBackend } from '#ports/complete.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { PortError } from '#ports/errors.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import { createFirebaseAuth } from './auth/auth.ts';
import { firebaseCapabilities } from './capabilities.ts';
import { createFirebaseConfig } from './config/config.ts';
import type { FirebaseContext } from './context.ts';
import { once } from '#provider-kit/once.ts';
import { type FirebaseOptions, firebaseOptions } from './options.ts';

/** A client that knows how many of its subscriptions are open, as far as it goes. */
export interface FirebaseCore extends Pick<
  CompleteBackend,
  'auth' | 'config' | 'capabilities' | 'settings' | 'dispose'
> {
  readonly context: FirebaseContext;
  readonly control: null;
  openSubscriptions(): number;
}

export interface FirebaseClientOptions {
  /**
   * Name of this client's storage in the browser: of its session and its documents. Default: the first of `muster`,
   * `muster-2`, … that no client of this page has, so that a page that has one client finds its own things again.
   */
  readonly name?: string;
  /**
   * The parts of the SDK that no screen waits for (realtime, config, performance) are fetched after this has resolved. Default at
   * once.
   */
  readonly calm?: () => Promise<void>;
}

export const firebaseClientOptions = {
  name: true,
  calm: true,
} as const satisfies OptionNames<FirebaseClientOptions>;

/**
 * @throws PortError `out-of-range` and TypeError, as `resolveSettings`; TypeError for an option that there is not;
 * `already-exists` for the name of another client of this page that has not been disposed of
 */
export function openCore(options: FirebaseOptions, more: FirebaseClientOptions = {}): FirebaseCore {
  checkOptions('openFirebase', options, firebaseOptions);
  checkOptions('openFirebase', more, firebaseClientOptions);
  const { name, calm } = more;
  const settings = resolveSettings(options.settings);
  // Asked for a name that is taken, the SDK hands out the other client's app.
  if (name !== undefined && takenNames().has(name))
    throw new PortError('already-exists', `This page has a client named ${name} already.`);
  const app = initializeApp({ ...options.project }, name ?? freeName());
  const ending: (() => void | Promise<void>)[] = [];
  const subscriptions = countSubscriptions();
  let disposing: Promise<void> | null = null;
  const checked = once(() => startChecking(app, options.appCheckKey));
  const context: FirebaseContext = {
    app,
    options,
    settings,
    calm,
    async identified() {
      await checked();
      await auth.ready();
    },
    onDispose(run) {
      if (disposing) void Promise.allSettled([Promise.resolve().then(run)]);
      else ending.push(run);
    },
    isDisposed: () => disposing !== null,
    trackSubscription: subscriptions.trackSubscription,
  };
  const dispose = async () => {
    // All at once: nothing may be asked of a port while another one is still being ended.
    await Promise.allSettled(ending.map(async (run) => run()));
    await deleteApp(app);
  };
  const auth = createFirebaseAuth(context, checked);
  return {
    context,
    auth,
    config: createFirebaseConfig(context),
    capabilities: firebaseCapabilities,
    settings,
    control: null,
    // Set before the first of them is ended: whoever is asked meanwhile must know.
    dispose: () => (disposing ??= Promise.resolve().then(dispose)),
    openSubscriptions: subscriptions.open,
  };
}

async function startChecking(app: FirebaseApp, siteKey: string | undefined): Promise<void> {
  if (siteKey === undefined) return;
  const { startAppCheck } = await import('./app-check.ts');
  startAppCheck(app, siteKey);
}

const takenNames = () => new Set(getApps().map(({ name }) => name));

function freeName(): string {
  const taken = takenNames();
  for (let count = 1; ; count++) {
    const name = count === 1 ? 'muster' : `muster-${count}`;
    if (!taken.has(name)) return name;
  }
}
