/** Subscriptions of every port: how each is made, and how its event is caused. */
import type { Complete, CompleteAuth, CompleteBackend } from '#ports/complete.ts';
import type { Capability } from '#ports/capability-names.ts';
import type { Config } from '#ports/config/config.ts';
import type { Control, ServiceName } from '#ports/control.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { PortErrorCode } from '#ports/errors.ts';
import { query } from '#ports/docs/query.ts';
import type { Messaging } from '#ports/messaging/messaging.ts';
import type { Performance } from '#ports/performance/performance.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import type { ResumableUpload } from '#ports/storage/storage.ts';
import type { Scene } from '../harness.ts';

export interface SubscriptionKind {
  /** Prepares the client that is subscribed. */
  prepare?(scene: Scene, client: CompleteBackend): Promise<void>;
  subscribe(client: CompleteBackend, observer: Required<Observer<unknown>>): Unsubscribe;
  /** Causes an event, a new one at each call. */
  stir(scene: Scene, client: CompleteBackend, turn: number): unknown;
  /** Brings about that the subscription made next ends by an error; `after` is run once it is made. */
  readonly failing?: {
    readonly code: PortErrorCode;
    readonly needs: readonly Capability[];
    before?(client: CompleteBackend): unknown;
    after?(client: CompleteBackend): unknown;
  };
  /** Whether its observer has an `error`. */
  readonly reports: boolean;
  /** Whether it begins with the present state. */
  readonly startsWithNow: boolean;
  /** Whether its events come from other clients, so that it must outlive a loss of the network. */
  readonly remote: boolean;
  readonly needs: readonly Capability[];
}

/** Methods of `Port`, and of its extensions, that return an `Unsubscribe`. */
type SubscriptionOf<Port> = {
  [Name in keyof Port & string]: NonNullable<Port[Name]> extends (...given: never[]) => infer Result
    ? [Result] extends [Unsubscribe]
      ? [Unsubscribe] extends [Result]
        ? Name
        : never
      : never
    : NonNullable<Port[Name]> extends object
      ? `${Name}.${SubscriptionOf<NonNullable<Port[Name]>>}`
      : never;
}[keyof Port & string];

type Kinds<Port, Prefix extends string> = Readonly<
  Record<`${Prefix}.${SubscriptionOf<Port>}`, SubscriptionKind>
>;

type Told = (value: unknown) => void;
const kind = (
  subscribe: (client: CompleteBackend, next: Told) => Unsubscribe,
  stir: SubscriptionKind['stir'],
  more: Partial<SubscriptionKind> = {},
): SubscriptionKind => ({
  subscribe: (client, { next }) => subscribe(client, next),
  stir,
  reports: false,
  startsWithNow: false,
  remote: false,
  needs: [],
  ...more,
});
const observed = (
  subscribe: SubscriptionKind['subscribe'],
  stir: SubscriptionKind['stir'],
  more: Partial<SubscriptionKind> = {},
): SubscriptionKind => ({
  ...kind(() => () => {}, stir, more),
  subscribe,
  reports: true,
});

const now = { startsWithNow: true };
const remote = { remote: true, startsWithNow: true };

/** The server won't have it. */
const denied = (service: ServiceName, operation: string): Pick<SubscriptionKind, 'failing'> => ({
  failing: {
    code: 'permission-denied',
    needs: ['control'],
    before: ({ control: hands }) =>
      hands?.inject({ kind: 'refuse', service, operation, code: 'permission-denied' }),
  },
});

const auth: Kinds<CompleteAuth, 'auth'> = {
  'auth.onUserChange': kind(
    (client, next) => client.auth.onUserChange(next),
    (_scene, client, turn) => client.auth.updateProfile({ displayName: `Ada ${turn}` }),
    now,
  ),
  'auth.session.onTokenChange': kind(
    (client, next) => client.auth.session.onTokenChange(next),
    async (scene, client) => {
      await scene.advance(1000);
      await client.auth.idToken({ forceRefresh: true });
    },
    { ...now, needs: ['auth.session'] },
  ),
};

const writeNote = ({ server }: Scene, _client: CompleteBackend, turn: number) =>
  server.docs.batch([{ type: 'set', path: 'notes/a', data: { turn } }]);

const docs: Kinds<Complete<Docs>, 'docs'> = {
  'docs.watch': observed(({ docs: port }, observer) => port.watch('notes/a', observer), writeNote, {
    ...remote,
    ...denied('docs', 'listen'),
  }),
  'docs.watchQuery': observed(
    ({ docs: port }, observer) => port.watchQuery(query('notes'), observer),
    writeNote,
    { ...remote, ...denied('docs', 'listen') },
  ),
  'docs.sync.onInSync': kind(({ docs: port }, next) => port.sync.onInSync(() => next(null)), writeNote, {
    remote: true,
    startsWithNow: true,
    needs: ['docs.sync'],
    prepare: async (scene, client) => {
      scene.closing(client.docs.watch('notes/a', { next: () => {} }));
      await scene.settle();
    },
  }),
};

const writeValue = ({ server }: Scene, _client: CompleteBackend, turn: number) =>
  server.realtime.update({ 'list/a': turn });

const realtime: Kinds<Complete<Realtime>, 'realtime'> = {
  'realtime.watch': observed(({ realtime: port }, observer) => port.watch('list', observer), writeValue, {
    ...remote,
    ...denied('realtime', 'listen'),
  }),
  'realtime.lists.watchChildren': observed(
    ({ realtime: port }, observer) => port.lists.watchChildren('list', observer),
    writeValue,
    {
      ...remote,
      ...denied('realtime', 'listen'),
      needs: ['realtime.lists'],
      prepare: ({ server }) => server.realtime.update({ 'list/a': 0 }),
    },
  ),
  'realtime.watchConnection': kind(
    ({ realtime: port }, next) => port.watchConnection(next),
    (_scene, { realtime: port }, turn) => port.connection.setOnline(turn % 2 === 0),
    { ...now, needs: ['realtime.connection'] },
  ),
  'realtime.watchServerTimeOffset': kind(
    ({ realtime: port }, next) => port.watchServerTimeOffset(next),
    (_scene, { control }, turn) => control?.inject({ kind: 'clock-skew', ms: turn * 1000 }),
    { ...now, needs: ['control'] },
  ),
};

/** Uploads are watched one by one: this one has not begun to send. */
const uploads = new WeakMap<CompleteBackend, ResumableUpload>();
const uploadOf = (client: CompleteBackend): ResumableUpload => {
  const upload = uploads.get(client);
  if (!upload) throw new Error('Nothing is being uploaded.');
  return upload;
};

const storage: Kinds<ResumableUpload, 'upload'> = {
  'upload.watch': observed(
    (client, observer) => uploadOf(client).watch(observer),
    (_scene, client, turn) => (turn % 2 === 1 ? uploadOf(client).pause() : uploadOf(client).resume()),
    {
      ...now,
      needs: ['storage.resumable'],
      failing: { code: 'cancelled', needs: [], after: (client) => uploadOf(client).cancel() },
      // Offline, so that the call does not end by itself meanwhile.
      prepare: async (scene, client) => {
        await scene.setNetwork(client, false);
        const upload = client.storage.resumable.upload('a', new Uint8Array(2_000_000));
        upload.done.catch(() => {});
        uploads.set(client, upload);
        await scene.settle();
      },
    },
  ),
};

const foreground = ['messaging.foreground'] as const;
const ids = new WeakMap<CompleteBackend, string>();
const register: SubscriptionKind['prepare'] = async (scene, client) => {
  const { id } = await client.messaging.register({ ask: true });
  ids.set(client, id);
  await scene.settle();
};
const send = (scene: Scene, client: CompleteBackend, turn: number) =>
  scene.server.push.send(ids.get(client) ?? '', { data: { turn: String(turn) } });
const message = { id: 'm', data: {}, sentAt: 0 };

const messaging: Kinds<Messaging, 'messaging'> = {
  'messaging.onPermission': kind(
    ({ messaging: port }, next) => port.onPermission(next),
    (scene, client, turn) => scene.setPermission(client, turn % 2 === 1 ? 'granted' : 'default'),
    { needs: foreground },
  ),
  'messaging.onRegistration': kind(
    ({ messaging: port }, next) => port.onRegistration(next),
    (_scene, { messaging: port }, turn) =>
      turn % 2 === 1 ? port.register({ ask: true }) : port.unregister(),
    { ...now, needs: foreground },
  ),
  'messaging.onMessage': kind(({ messaging: port }, next) => port.onMessage(next), send, {
    remote: true,
    needs: foreground,
    prepare: register,
  }),
  'messaging.onBackgroundMessage': kind(({ messaging: port }, next) => port.onBackgroundMessage(next), send, {
    remote: true,
    needs: foreground,
    prepare: async (scene, client) => {
      await register(scene, client);
      scene.setVisible(client, false);
    },
  }),
  'messaging.onClick': kind(
    ({ messaging: port }, next) => port.onClick(next),
    (scene, client) => scene.click(client, { action: null, message }),
    { needs: foreground },
  ),
};

const config: Kinds<Complete<Config>, 'config'> = {
  'config.live.watch': observed(
    ({ config: port }, observer) => port.live.watch(observer),
    (scene, _client, turn) => scene.publishConfig({ turn: String(turn) }),
    { remote: true, needs: ['config.live'], ...denied('config', 'updates') },
  ),
};

const performance: Kinds<Complete<Performance>, 'performance'> = {
  'performance.watchRecords': kind(
    ({ performance: port }, next) => port.watchRecords(next),
    (_scene, { performance: port }) =>
      port.record({ name: 'r', startedAt: 1, durationMs: 1, metrics: {}, attributes: {} }),
    now,
  ),
};

const control: Kinds<Control, 'control'> = {
  'control.onNetwork': kind(
    ({ control: hands }, next) => hands?.onNetwork(next) ?? (() => {}),
    (_scene, { control: hands }, turn) => hands?.setNetwork(turn % 2 === 0),
    { needs: ['control'] },
  ),
};

export const kinds = {
  ...auth,
  ...docs,
  ...realtime,
  ...storage,
  ...messaging,
  ...config,
  ...performance,
  ...control,
};
