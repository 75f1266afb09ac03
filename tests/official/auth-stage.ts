/**
 * Firebase clients on the official Auth part, as the contracts see them, and on what of the hosted service it lacks, played. Part and clients live in this process, so that one
 * clock, which can be moved, is everybody's.
 */
import * as firebaseApp from 'firebase/app';
import { vi } from 'vitest';
import { openFirebase } from '#adapters/firebase/backend.ts';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import type { FirebaseClient } from '#adapters/firebase/backend.ts';
import type { Complete, CompleteAuth, CompleteBackend } from '#ports/complete.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Provider } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { off, offStage } from '#contracts/off-stage.ts';
import { claimsOf } from '#adapters/firebase/auth/token.ts';
import { authGaps } from './auth-gaps.ts';
import { type HostedAuth, playHostedAuth } from './hosted-auth/hosted-auth.ts';
import { type AuthPart, startAuthPart } from './parts-auth.ts';
import { project } from './stage.ts';
import { type Traffic, watchTraffic } from './traffic.ts';
import { serverUsers } from './users.ts';

const stepMs = 30_000;

interface Browser {
  readonly name: string;
  readonly apiKey: string;
}

let part: AuthPart;
let hosted: HostedAuth;
let traffic: Traffic;
let server: ReturnType<typeof serverUsers>;

export async function raiseAuthPart(): Promise<void> {
  part = await startAuthPart();
  hosted = playHostedAuth(part.host, () => part.state());
  // The backend knows whole seconds only: so that it can tell before from after, each request has its own.
  traffic = watchTraffic(() => {
    if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 1000);
  });
  server = serverUsers(part.host);
}

export async function lowerAuthPart(): Promise<void> {
  await server.close();
  traffic.restore();
  hosted.stop();
  await part.close();
}

let browsers = 0;

export const officialAuth: Provider = {
  name: 'firebase, official Auth part',
  manifest: firebaseCapabilities,
  gaps: authGaps,
  async stage({ functions, auth = {} }): Promise<ProviderStage<CompleteBackend>> {
    await part.reset(auth);
    hosted.begin(auth);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const clients = new Map<CompleteBackend, Browser>();
    const at = (client: CompleteBackend): Browser => {
      const found = clients.get(client);
      if (!found) throw new Error('This client is not of this stage.');
      return found;
    };
    const open = (browser: Browser, settings: Partial<ClientSettings> = {}): CompleteBackend => {
      const client = openFirebase(optionsOf(browser.apiKey, settings), { name: browser.name });
      const backend: FirebaseClient = {
        ...client,
        auth: played(client.auth),
        functions: calling(client.auth, browser.name, functions),
      };
      clients.set(backend, browser);
      return backend;
    };
    const kill = async (client: CompleteBackend): Promise<void> => {
      await client.dispose();
    };
    return {
      async connect({ settings } = {}) {
        const name = `browser-${++browsers}`;
        const client = open({ name, apiKey: name }, settings);
        await client.auth.ready();
        return client;
      },
      async reload(client) {
        await kill(client);
        const next = open(at(client));
        await traffic.quiet();
        return next;
      },
      loseAnswer: off('Requests of this stage are cut off before they are sent, or not at all.'),
      async setNetwork(client, on) {
        traffic.setOnline(at(client).apiKey, on);
      },
      kill,
      server: {
        ...offStagePorts,
        users: server.users,
        clock: { now: () => Date.now() },
      },
      async advance(ms) {
        await traffic.quiet();
        for (let left = ms; left > 0; left -= stepMs) {
          await vi.advanceTimersByTimeAsync(Math.min(left, stepMs));
          await traffic.quiet();
        }
      },
      lacks: 'This needs a real browser, or a process that keeps something.',
      settle: () => traffic.quiet(),
      inbox: () => part.inbox(),
      openSubscriptions: (client) => (client as FirebaseClient).openSubscriptions(),
      async dispose() {
        await traffic.quiet();
        vi.useRealTimers();
        for (const { apiKey } of clients.values()) traffic.setOnline(apiKey, true);
        localStorage.clear();
        sessionStorage.clear();
      },
    };
  },
};

/** The SDK's stand-in for reCAPTCHA takes half a second to let somebody pass; a popup takes a real browser. */
const played = (auth: CompleteAuth): CompleteAuth => ({
  ...auth,
  phone: { sendCode: (...given) => inTime(auth.phone.sendCode(...given)) },
  factors: {
    ...auth.factors,
    sms: {
      ...auth.factors.sms,
      start: (...given) => inTime(auth.factors.sms.start(...given)),
      sendCode: (...given) => inTime(auth.factors.sms.sendCode(...given)),
    },
  },
  social: { ...auth.social, signIn: off('A popup or a redirect takes a real browser.') },
});

async function inTime<T>(asked: Promise<T>): Promise<T> {
  const waiting = Symbol('waiting');
  const over = asked.then(String, String);
  const soFar = () => Promise.race([over, Promise.resolve(waiting)]);
  while ((await soFar()) === waiting) {
    await traffic.quiet();
    await vi.advanceTimersByTimeAsync(100);
  }
  return asked;
}

const optionsOf = (apiKey: string, settings: Partial<ClientSettings>) => ({
  project: { ...project, apiKey },
  local: { auth: part.host },
  settings,
});

const offStagePorts = Object.fromEntries(
  ['docs', 'push', 'storage', 'realtime', 'config', 'tasks', 'random'].map((port) => [
    port,
    offStage('This stage has accounts only.'),
  ]),
) as unknown as ServerPorts;

/** Internal access to the token between the SDK's modules; it is missing in the published types. */
interface Internals {
  _getProvider(
    app: firebaseApp.FirebaseApp,
    name: 'auth-internal',
  ): { getImmediate(): { getToken(): Promise<{ readonly accessToken: string } | null> } };
}

/** Functions in this process, called in the name of the lent session. */
function calling(auth: CompleteAuth, name: string, { callables }: FunctionSet): Complete<Functions> {
  return {
    ...offStage<Complete<Functions>>('This stage calls plain functions only.'),
    async call<T>(callable: string, input?: unknown) {
      await auth.ready();
      const { _getProvider } = firebaseApp as unknown as Internals;
      const internal = _getProvider(firebaseApp.getApp(name), 'auth-internal').getImmediate();
      const token = await internal.getToken().catch(() => null);
      const claims = token && claimsOf(token.accessToken);
      const handler = callables?.[callable];
      if (!handler) throw new Error(`There is no function ${callable}.`);
      const caller = claims && { uid: String(claims['sub']), claims };
      return (await handler(input as never, { caller } as never)) as T;
    },
  };
}
