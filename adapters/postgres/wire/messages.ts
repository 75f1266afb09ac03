/** Messages between a browser and the server: JSON texts, with what JSON lacks as `pack` and `encodeMessage` write it. */
import { PortError } from '#ports/errors.ts';
import type { ErrorData } from '#provider-kit/error-data.ts';
import { mostLevels } from '#provider-kit/docs/argument-limits.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { pack, unpack } from '#provider-kit/plain-json.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';

/** `id`: the client's number for a call or stream, never used twice on one connection. */
export type ClientMessage =
  /** First message, and again at each change of the session. Later messages use it. `session`: its secret, `null` without one. */
  | { readonly type: 'hello'; readonly id: number; readonly session: string | null }
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly input: unknown }
  /** Cancels a call. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'open'; readonly id: number; readonly stream: string; readonly input: unknown }
  | { readonly type: 'close'; readonly id: number };

export type ServerMessage =
  /** Of a call or a hello. */
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  /** Of a call, a hello or a stream, which is over. */
  | { readonly type: 'failed'; readonly id: number; readonly error: ErrorData }
  /** Of a stream, or a part of a call’s answer. */
  | { readonly type: 'event'; readonly id: number; readonly event: unknown }
  /** Shows that the connection is there. */
  | { readonly type: 'beat' };

/** Interval of beats, in milliseconds. */
export const beatMs = 20_000;
/** A server that has sent nothing for so long is gone. */
export const silentMs = 50_000;

/** Characters of one message: a batch of 500 documents of 20 kB. */
export const longestMessage = 12 * 1024 * 1024;

/** Levels of a message: two of a map with both tags, and those of a query with its envelope. */
const deepest = 2 * (mostLevels + 1) + 20;

export const messageText = (message: ClientMessage | ServerMessage): string =>
  JSON.stringify(pack(encodeMessage(message)));

/** @throws PortError invalid-argument for what is no message of a client */
export function clientMessageOf(text: string): ClientMessage {
  const message = parsed(text);
  if (isPlainObject(message) && Number.isSafeInteger(message['id'])) {
    const { type, method, stream, session } = message;
    const fits =
      type === 'cancel' ||
      type === 'close' ||
      (type === 'call' && isName(method)) ||
      (type === 'open' && isName(stream)) ||
      (type === 'hello' && (session === null || (typeof session === 'string' && session.length <= 4096)));
    if (fits) return message as unknown as ClientMessage;
  }
  throw new PortError('invalid-argument', 'This is no message of a client.');
}

/** @throws PortError invalid-argument */
export function serverMessageOf(text: string): ServerMessage {
  const message = parsed(text);
  if (isPlainObject(message) && typeof message['type'] === 'string')
    return message as unknown as ServerMessage;
  throw new PortError('invalid-argument', 'This is no message of a server.');
}

const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= 60;

function parsed(text: string): unknown {
  try {
    return decodeMessage(unpack(JSON.parse(text), deepest));
  } catch (cause) {
    // Also nesting that is too deep for the stack.
    throw new PortError('invalid-argument', 'This is no message.', { cause });
  }
}
