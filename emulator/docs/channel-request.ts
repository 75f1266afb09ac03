/** Request of a WebChannel: its address and its form. */
import { PortError } from '#ports/errors.ts';
import { mostMessagesOfRequest } from '../bounds.ts';
import type { Headers } from './caller.ts';
import { parseWireJson } from './json.ts';

/** Fields of a form beside messages: their count, the number of the first one, headers, and a reserve. */
const mostOtherFields = 16;

/** @throws PortError resource-exhausted before anything of it is read, if it is too much */
export function formIn(body: string): ReadonlyMap<string, string> {
  let fields = 1;
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) fields++;
  if (fields > mostMessagesOfRequest + mostOtherFields)
    throw new PortError(
      'resource-exhausted',
      `A request brings at most ${mostMessagesOfRequest} messages. Send them in several.`,
    );
  return new Map(new URLSearchParams(body));
}

export interface SentMessage {
  readonly json: unknown;
  /** Characters. */
  readonly size: number;
}

/** @throws PortError invalid-argument */
export function messagesIn(form: ReadonlyMap<string, string>): readonly SentMessage[] {
  const messages: SentMessage[] = [];
  for (;;) {
    const text = form.get(`req${messages.length}___data__`);
    if (text === undefined) return messages;
    messages.push({ json: parseWireJson(text), size: text.length });
  }
}

/** `name`: as the request has it. @throws PortError invalid-argument */
export function wholeParameter(name: string, text: string): number {
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new PortError('invalid-argument', `${name} has to be a whole number, not “${text.slice(0, 50)}”.`);
}

/** The headers that would have made the browser ask for permission first come as text. */
export function headersIn(text: string, database: string | null): Headers {
  const headers = new Map(database === null ? [] : [['google-cloud-resource-prefix', database]]);
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return (name) => headers.get(name);
}
