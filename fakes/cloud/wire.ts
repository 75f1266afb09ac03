/** Messages of a channel as text, for a connection that carries nothing else. */
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { pack, unpack } from '#provider-kit/plain-json.ts';
import type { ToCloud } from './protocol.ts';

/** Bytes of one message. An upload sends chunks of at most 16 MiB, which base64 makes a third larger; a commit has 10 MiB. */
export const largestMessage = 24 * 1024 * 1024;

/** Levels of lists and maps. A document has 20, a value of the realtime database 32; messages and tags add their own. */
const deepest = 100;

/** A text that only says that the other end is there. */
export const heartbeat = '';

/** Milliseconds between two heartbeats, and without a word from the other end until it counts as gone. */
export const heartbeatMs = 15_000;
export const silenceMs = 40_000;

export const wireText = (message: unknown): string => JSON.stringify(pack(encodeMessage(message)));

/** @throws Error for a text that `wireText` did not give */
export const fromWireText = (text: string): unknown =>
  decodeMessage(unpack(JSON.parse(text) as unknown, deepest));

const longestName = 1000;
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= longestName;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
export const longestToken = 100_000;
const isToken = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= longestToken);

/** The envelope alone: payloads are checked by the services. */
export function isToCloud(value: unknown): value is ToCloud {
  if (typeof value !== 'object' || value === null) return false;
  const message = value as Readonly<Record<string, unknown>>;
  switch (message['type']) {
    case 'hello':
      return (
        isName(message['clientId']) &&
        isToken(message['token']) &&
        ['undefined', 'boolean'].includes(typeof message['exact'])
      );
    case 'identify':
      return isToken(message['token']);
    case 'request':
      return isId(message['id']) && isName(message['room']) && isName(message['operation']);
    case 'open':
      return isId(message['id']) && isName(message['room']) && isName(message['topic']);
    case 'close':
      return isId(message['id']);
    default:
      return false;
  }
}
