/** HTTP requests of test tools and of the Admin SDK to a realtime database: its rules, for the owner, and its values. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { owner } from '#fakes/cloud/owner.ts';
import type { RealtimeOperation, RealtimeOperations } from '#fakes/cloud/realtime/protocol.ts';
import { RulesError } from '#firebase-rules/rules/rules-error.ts';
import { isPortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import { addressOf } from '../address.ts';
import { bodyOf } from '../docs/request.ts';
import type { Stores } from '../stores.ts';
import { bearerOf } from '../token.ts';
import { CloudSession } from './cloud-session.ts';
import { listenQueryOf } from './queries.ts';
import { treePlaceOf, valueOf } from './values.ts';

const rulesPlace = '/.settings/rules.json';
/** A place in the tree, and not one of the settings. */
const treePlace = /^\/(?!\.settings\/)(.*)\.json$/u;
/** Default rules: open to all. */
const openRules = JSON.stringify({ rules: { '.read': true, '.write': true } });

interface Said {
  readonly code: number;
  /** JSON. */
  readonly body: string;
}

const said = (value: unknown, code = 200): Said => ({ code, body: JSON.stringify(value) });
const refusal = (code: number, error: string): Said => said({ error }, code);

/** Finds the cloud of a namespace; `null` when there are too many. */
export type StoreOf = (namespace: string | null) => FakeCloud | null;

/** Answers requests that are no websocket. */
export const realtimeTools =
  (stores: Stores, storeOf: StoreOf) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    answerTo(request, stores, storeOf)
      .catch(refused)
      .then(
        ({ code, body }) => {
          response.writeHead(code, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
        },
        () => response.destroy(),
      );
  };

async function answerTo(request: IncomingMessage, stores: Stores, storeOf: StoreOf): Promise<Said> {
  const { pathname, searchParams } = addressOf(request);
  const place = treePlace.exec(pathname)?.[1];
  if (pathname !== rulesPlace && place === undefined)
    return refusal(404, 'There is nothing at this address.');
  const namespace = searchParams.get('ns');
  const cloud = storeOf(namespace);
  if (!cloud) return refusal(429, 'There are too many namespaces: start the emulator anew.');
  const token = bearerOf(request.headers.authorization) ?? searchParams.get('auth');
  if (place !== undefined) return valueAt(decodeURIComponent(place), request, cloud, token);
  if (token === null || cloud.callerOf(token) !== owner)
    return refusal(401, 'Only the owner may: send the header “Authorization: Bearer owner”.');
  return rulesOf(request, stores, namespace ?? '');
}

async function rulesOf(request: IncomingMessage, stores: Stores, namespace: string): Promise<Said> {
  if (request.method === 'GET') return { code: 200, body: stores.rulesOf(namespace) ?? openRules };
  if (request.method !== 'PUT') return refusal(405, 'Rules are read with GET, and set with PUT.');
  stores.publish(namespace, await bodyOf(request));
  return said({ status: 'ok' });
}

/** In the name of whoever the token says. */
async function valueAt(
  path: string,
  request: IncomingMessage,
  cloud: FakeCloud,
  token: string | null,
): Promise<Said> {
  const body = async () => JSON.parse(await bodyOf(request)) as Json;
  switch (request.method) {
    case 'GET':
      return said(await asked(cloud, token, 'get', listenQueryOf(path, {})));
    case 'DELETE':
      return said(await set(cloud, token, path, null));
    case 'PUT': {
      const value = await body();
      await set(cloud, token, path, value);
      return said(value);
    }
    case 'PATCH': {
      const values = await body();
      const settings = Object.entries((values ?? {}) as Readonly<Record<string, Json>>).map(
        ([key, value]) => {
          const keys = treePlaceOf(path, key);
          return { keys, value: valueOf(value, keys), priority: null };
        },
      );
      await asked(cloud, token, 'update', { stamp: null, values: settings });
      return said(values);
    }
    default:
      return refusal(405, 'A value is read with GET, and written with PUT, PATCH or DELETE.');
  }
}

function set(cloud: FakeCloud, token: string | null, path: string, value: Json) {
  const keys = treePlaceOf(path);
  return asked(cloud, token, 'set', { stamp: null, keys, value: valueOf(value, keys), priority: null });
}

/** @throws PortError the cloud's refusal */
async function asked<Name extends RealtimeOperation>(
  cloud: FakeCloud,
  token: string | null,
  operation: Name,
  payload: RealtimeOperations[Name]['payload'],
): Promise<RealtimeOperations[Name]['reply']> {
  const session = new CloudSession(cloud, () => {});
  try {
    if (token !== null) session.identify(token);
    return await new Promise((done, failed) => session.ask(operation, payload, { done, failed }));
  } finally {
    session.close();
  }
}

function refused(error: unknown): Said {
  if (isPortError(error, 'permission-denied')) return refusal(401, 'Permission denied');
  if (isPortError(error, 'unauthenticated')) return refusal(401, error.message);
  const isCallers = [RulesError, TypeError, SyntaxError, URIError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  return refusal(isCallers || isPortError(error) ? 400 : 500, message);
}
