/**
 * The app, or one screen of it, on a fresh embedded cloud with the real server code. Time stands still until it is moved.
 * Everything is taken down after the test, and a subscription that is still open then fails it.
 */
import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { onTestFinished, vi } from 'vitest';
import { memoryLocation } from 'wouter/memory-location';
import { projectRules } from '#demo/rules.ts';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import type { ClientStores } from '#fakes/client/context.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import type { Backend } from '#ports/backend.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { App } from '#src/app/app.tsx';
import { compose } from '#src/app/composition.ts';
import { LandingRedirect } from '#src/app/landing.tsx';
import { AppProviders } from '#src/app/providers.tsx';
import { openRuntime, pageStorage, type Runtime } from '#src/app/runtime.ts';
import { preloadScreens } from '#src/app/preload.ts';
import { SessionGate } from '#src/app/session-gate.tsx';
import { TeamGate } from '#src/app/team-gate.tsx';
import type { LiveClock } from '#src/data/client/clock.tsx';
import type { OutboxStorage } from '#src/data/client/outbox-storage.ts';
import { toastList } from '#src/ui/toasts.tsx';
import indexes from '../../firestore.indexes.json?raw';
import { credentialOf, type PersonName, seedSmallTeam, smallTeamAccounts } from './small-team.ts';

export interface StageOptions {
  /** Person who is signed in; `null` (or absent): nobody. */
  readonly as?: PersonName | null;
  /** Path and query at the start. Default `/`. */
  readonly path?: string;
  /** A screen instead of the whole app; behind the session gate, so `useTeam` works. */
  readonly screen?: ReactNode;
  /** State of the cloud at the start. Default the small team. */
  readonly seed?: (server: ServerPorts) => Promise<void>;
  /** Contents of the browser's outbox from an earlier page, by key. */
  readonly outbox?: Readonly<Record<string, string>>;
  /** Contents of the browser's `localStorage` from another page, by key. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Outbound HTTP of backend code. Default: none. */
  readonly outside?: (clock: ManualClock) => ServerHttp;
  /** Modification of the viewer's backend before it is composed: a missing capability, no control. */
  readonly backend?: (backend: EmbeddedClient) => Backend;
}

/** A person at a client of the same cloud. Signed in if they have a name. */
export interface Tab {
  readonly client: EmbeddedClient;
  readonly browser: TestBrowser;
  /** Stores of the browser: for all its tabs, and for this one. */
  readonly stores: ClientStores;
}

export interface AppStage extends Tab {
  readonly cloud: FakeCloud;
  readonly server: ServerPorts;
  readonly user: UserEvent;
  readonly view: RenderResult;
  readonly runtime: Runtime;
  /** Path and query now. */
  path(): string;
  /** Moves within the app, as a link does. */
  go(path: string): Promise<void>;
  /** Waits until all work that needs no time is done. */
  settle(): Promise<void>;
  /** Moves the time of the server and of every browser. */
  advance(ms: number): Promise<void>;
  /** Moves the time as for a suspended machine: a timer that falls due meanwhile fires once, afterwards. For hours and days. */
  jump(ms: number): Promise<void>;
  /** Pulls or plugs this browser's cable. */
  network(online: boolean): Promise<void>;
  /** A second client of the same cloud, signed in. */
  person(name: PersonName): Promise<Tab>;
  /** Sends a request to the backend's HTTP functions, as a machine would. JSON bodies may be given as values. */
  fire(request: Partial<Omit<HttpRequest, 'body'>> & { readonly body?: unknown }): Promise<HttpResponse>;
  /** Publishes remote configuration. */
  publish(values: Readonly<Record<string, string | null>>): Promise<void>;
}

export async function stage(options: StageOptions = {}): Promise<AppStage> {
  const { as = null, path = '/', seed = seedSmallTeam, backend = (client) => client } = options;
  // Drafts and the theme are kept by the browser; each test has a browser of its own.
  localStorage.clear();
  for (const [key, value] of Object.entries(options.kept ?? {})) localStorage.setItem(key, value);
  const clock = new StageClock();
  const cloud = new FakeCloud({
    clock,
    functions: createFunctions(),
    accounts: smallTeamAccounts,
    indexes,
    rules: projectRules,
    ...(options.outside && { http: options.outside(clock) }),
  });
  await seed(cloud.server);
  cloud.keepAsInitial();

  const clients: EmbeddedClient[] = [];
  const open = async (name: PersonName | null): Promise<Tab> => {
    const browser = new TestBrowser();
    const stores = { local: memoryStore(), session: memoryStore() };
    const client = connect(cloud, { browser, stores });
    clients.push(client);
    await settle();
    if (name) await client.auth.signIn(credentialOf(name));
    await settle();
    return { client, browser, stores };
  };

  const tab = await open(as);
  const outbox: OutboxStorage = pageStorage();
  for (const [key, value] of Object.entries(options.outbox ?? {})) outbox.setItem(key, value);
  const runtime = openRuntime(compose(backend(options.outside ? withRequests(tab.client) : tab.client)), {
    clock,
    outbox,
  });
  // Scripts are fetched once a file; then every screen is there at once, as it is in a browser after a moment.
  await (options.screen === undefined ? preloadScreens() : toastList.load());
  const location = memoryLocation({ path, record: true });
  const user = userEvent.setup({ delay: null });
  const view = render(
    <AppProviders runtime={runtime} location={location.hook}>
      {options.screen === undefined ? (
        <App />
      ) : (
        <SessionGate>
          <TeamGate>
            <LandingRedirect>
              <Suspense>{options.screen}</Suspense>
            </LandingRedirect>
          </TeamGate>
        </SessionGate>
      )}
    </AppProviders>,
  );
  const calm = () => untilCalm(runtime);
  await calm();

  onTestFinished(async () => {
    view.unmount();
    runtime.close();
    await settle();
    const leaks = tab.client.openSubscriptions();
    for (const client of clients) await client.dispose();
    cloud.dispose();
    if (leaks > 0) throw new Error(`${leaks} subscription(s) stayed open after the app was closed.`);
  });

  const { control } = tab.client;
  return {
    ...tab,
    cloud,
    server: cloud.server,
    user,
    view,
    runtime,
    path: () => location.history.at(-1) ?? path,
    async go(to) {
      act(() => location.navigate(to));
      await calm();
    },
    settle: calm,
    async advance(ms) {
      await act(() => cloud.advance(ms));
      await calm();
    },
    async jump(ms) {
      await act(() => clock.jump(ms));
      await calm();
    },
    async network(online) {
      act(() => control.setNetwork(online));
      await calm();
    },
    async person(name) {
      let opened: Tab | null = null;
      await act(async () => {
        opened = await open(name);
      });
      await calm();
      if (!opened) throw new Error('The client did not open.');
      return opened;
    },
    async fire({ method = 'POST', path: to = '/', headers = {}, body = '' }) {
      const request: HttpRequest = {
        method,
        path: to,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      };
      const response = await act(() => control.http(request));
      await calm();
      return response;
    },
    async publish(values) {
      await act(() => control.publishConfig(values));
      await calm();
    },
  };
}

/** A client of a cloud whose backend code makes requests to other servers. */
const withRequests = (client: EmbeddedClient): EmbeddedClient => ({
  ...client,
  capabilities: {
    ...client.capabilities,
    supports: { ...client.capabilities.supports, 'server.http': 'yes' },
  },
});

/** Screens load data that makes them load more: repeated until a round brings nothing new. */
async function untilCalm({ queries }: Runtime): Promise<void> {
  let news = 0;
  const observer = new MutationObserver(() => news++);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const endQueries = queries.getQueryCache().subscribe(() => news++);
  const endMutations = queries.getMutationCache().subscribe(() => news++);
  try {
    for (let round = 0, quiet = 0; quiet < 2; round++) {
      if (round > 100) throw new Error('The app does not come to rest.');
      news = 0;
      await act(() => settle());
      quiet = news === 0 ? quiet + 1 : 0;
      // An import takes real time, also of a module that is there.
      if (quiet === 2) await act(() => vi.dynamicImportSettled());
      if (news > 0) quiet = 0;
    }
  } finally {
    observer.disconnect();
    endQueries();
    endMutations();
  }
}

/** Clock that only a test moves. Ticks on screens come once, at the end of a move. */
class StageClock extends ManualClock implements LiveClock {
  private readonly ticking = new Set<() => void>();

  every(_ms: number, run: () => void): () => void {
    const tick = () => run();
    this.ticking.add(tick);
    return () => this.ticking.delete(tick);
  }

  override async advance(ms: number): Promise<void> {
    await super.advance(ms);
    for (const tick of [...this.ticking]) tick();
  }
}
