/** A server of documents as a browser finds it, and questions to it said by hand. */
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { type RawSocket, rawSocket } from '../raw.fixture.ts';
import { believedCaller } from '../token.ts';
import { type DocumentsServer, type DocumentsServerOptions, serveDocuments } from './serve.ts';

export const database = 'projects/p/databases/(default)';
export const root = `${database}/documents`;
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} { allow read, write; }
    match /own/{uid} { allow read: if request.auth.uid == uid; }
  }
}`;
export const token = (uid: string) =>
  [{ alg: 'none' }, { sub: uid }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('')
    .join('.');

let cloud: FakeCloud;
let server: DocumentsServer;
const start = async (options: Omit<DocumentsServerOptions, 'cloud'> = {}) => {
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  cloud = new FakeCloud({ clock, believe: believedCaller, rules: { firestore: rules } });
  server = await serveDocuments({ cloud, ...options });
};
const stop = async () => {
  await server.close();
  cloud.dispose();
};
/** A server for each test of the file that calls it. */
export function serveEachTest(): void {
  beforeEach(() => start());
  afterEach(() => stop());
}

/** In place of the server that there is: another one, for a test of its own. */
export async function serveFor(options: Omit<DocumentsServerOptions, 'cloud'>): Promise<void> {
  await stop();
  await start(options);
}

/** Closed when the test is over. */
export async function openRaw(): Promise<RawSocket> {
  const socket = await rawSocket(server.address);
  onTestFinished(() => socket.destroy());
  return socket;
}

export const address = (): string => server.address;
/** Stored documents, as backend code reads them. */
export const storedDocs = () => cloud.server.docs;

export const sendHttp = (path: string, init: RequestInit = {}) =>
  fetch(`http://${server.address}${path}`, init);

export async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await sendHttp(`/v1/${path}`, { method: 'POST', body: text, headers });
  return { status: response.status, said: (await response.json()) as unknown };
}

export const name = (path: string) => `${root}/${path}`;
export const set = (path: string, n: number) => ({
  update: { name: name(path), fields: { n: { integerValue: String(n) } } },
});
