/** A valid payload of every operation and topic of every service, as a signed-in visitor sends them. */
import type { AuthOperations } from '#fakes/cloud/auth/protocol.ts';
import type { ServiceName } from '#ports/control.ts';

export interface OperationSample {
  readonly service: ServiceName;
  readonly kind: 'request' | 'topic';
  readonly operation: string;
  readonly payload: unknown;
}

export interface VisitorTokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

type AuthPayloads = { readonly [name in keyof AuthOperations]: AuthOperations[name]['payload'] };

const email = 'visitor@example.com';
const password = 'correct horse battery';
const linking = { continueUrl: null, language: 'en' };
const credential = { kind: 'password', email, password } as const;

const authPayloads = ({ idToken, refreshToken }: VisitorTokens): AuthPayloads => ({
  signUp: { email: 'another@example.com', password },
  signInAnonymously: null,
  signIn: { credential },
  reauthenticate: { idToken, credential },
  link: {
    idToken,
    credential: { kind: 'social', provider: 'google.com', idToken: '{"sub":"1","email":"v@example.com"}' },
  },
  unlink: { idToken, providerId: 'google.com' },
  refresh: { refreshToken },
  signOut: { refreshToken: 'another' },
  lookup: { idToken },
  updateProfile: { idToken, displayName: 'Visitor', photoUrl: 'https://example.com/me.png' },
  updatePassword: { idToken, password },
  deleteUser: { idToken: 'another' },
  sendEmailChange: { idToken, email: 'changed@example.com', ...linking },
  sendEmailVerification: { idToken, ...linking },
  sendPasswordReset: { email, ...linking },
  sendSignInLink: { email, ...linking },
  checkActionCode: { code: 'a' },
  applyActionCode: { code: 'a', language: 'en' },
  confirmPasswordReset: { code: 'a', password },
  sendPhoneCode: { phoneNumber: '+442079460123', language: 'en' },
  sendFactorCode: { challengeId: 'a', factorId: 'a', language: 'en' },
  answerSecondFactor: { challengeId: 'a', answer: { kind: 'totp', factorId: 'a', code: '123456' } },
  startTotp: { idToken },
  finishTotp: { idToken, sessionId: 'a', code: '123456', displayName: 'App', language: 'en' },
  startPhoneFactor: { idToken, phoneNumber: '+442079460123', language: 'en' },
  finishPhoneFactor: { idToken, verificationId: 'a', code: '123456', displayName: 'Mine', language: 'en' },
  unenroll: { idToken, factorId: 'a' },
  passwordPolicy: null,
  socialAccounts: { provider: 'google.com' },
});

const query = {
  collection: 'notes',
  where: [{ and: [{ field: 'n', op: '>', value: 0 }] }],
  orderBy: [{ field: 'n', direction: 'desc' }],
  limit: 5,
};
const tree = { keys: ['places', 'a'], orderBy: 'priority', start: null, end: null, limit: null };
const write = { keys: ['places', 'a'], value: { deep: 1, list: [true, 'x'] }, priority: null };
const trace = {
  kind: 'trace',
  name: 'load',
  startedAt: 1,
  durationMs: 2,
  metrics: { bytes: 3 },
  attributes: { page: 'home' },
};

const requests: Readonly<Record<Exclude<ServiceName, 'auth'>, Readonly<Record<string, unknown>>>> = {
  docs: {
    get: { path: 'notes/a' },
    find: { query },
    aggregate: { query: { collection: 'notes' }, aggregates: { all: { count: true } } },
    collections: { parent: '' },
    documents: { collection: 'notes' },
    commit: {
      queue: 'queue',
      mutation: 'mutation',
      writes: [
        { type: 'set', path: 'notes/a', data: { n: 1, deep: { list: [1, { text: 'x' }] } }, merge: true },
        { type: 'update', path: 'notes/a', changes: { n: 2 } },
        { type: 'delete', path: 'notes/b' },
      ],
      readings: [{ path: 'notes/z', version: null }],
    },
    listen: { target: 1, what: { query }, resume: { epoch: 'e', since: 0, paths: ['notes/a'] } },
    unlisten: { target: 1 },
  },
  realtime: {
    get: tree,
    set: { ...write, stamp: { queue: 'queue', number: 1 } },
    update: { values: [write], stamp: null },
    setPriority: { keys: ['places', 'a'], priority: 1, stamp: null },
    transaction: { keys: ['places'], writes: [write], base: null },
    onDisconnect: { action: 'set', ...write },
    identity: null,
    goodbye: null,
  },
  functions: { call: { name: 'echo', input: { text: 'x' } } },
  storage: {
    open: { uploadId: 'upload', path: 'files/half', size: 6, settings: { custom: { a: 'b' } } },
    chunk: { uploadId: 'upload', offset: 0, bytes: Uint8Array.of(1, 2, 3) },
    abandon: { uploadId: 'upload' },
    metadata: { path: 'files/a' },
    update: { path: 'files/a', changes: { contentType: 'text/plain', custom: { a: 'c' } } },
    read: { path: 'files/a', maxBytes: 1000, range: { first: 0, last: 1 } },
    download: { path: 'files/a' },
    list: { path: 'files', max: 10, pageToken: null },
    remove: { path: 'files/b' },
  },
  messaging: {
    pushKey: null,
    register: { id: null, push: { endpoint: 'https://push.test/1', keys: { p256dh: 'a', auth: 'b' } } },
    unregister: { id: 'registration' },
    ack: { id: 'registration', sequence: 1 },
  },
  config: { fetch: { installation: 'a', language: 'en', signals: { plan: 'x', size: 1 } } },
  performance: { collect: { records: [trace] } },
};

const topics: Partial<Record<ServiceName, Readonly<Record<string, unknown>>>> = {
  docs: { stream: { queue: 'queue', resumable: true } },
  realtime: { listen: tree },
  functions: { stream: { name: 'echo', input: { text: 'x' } } },
  storage: { tokens: { held: [{ path: 'files/a', token: 't' }] } },
  messaging: { deliver: { id: 'registration' } },
  config: { updates: { version: null } },
};

export function operationSamples(tokens: VisitorTokens): readonly OperationSample[] {
  const of = (kind: OperationSample['kind'], all: object) =>
    Object.entries(all).flatMap(([service, payloads]: [string, object]) =>
      Object.entries(payloads).map(([operation, payload]): OperationSample => ({
        service: service as ServiceName,
        kind,
        operation,
        payload: payload as unknown,
      })),
    );
  return [...of('request', { auth: authPayloads(tokens), ...requests }), ...of('topic', topics)];
}
