/** Reads what a function answers, whole or in parts. */
import { PortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import { connectionLost, errorForStatus, errorInBody } from './errors.ts';
import { decode, eventData } from './wire.ts';

/** The result is in `data`, of older functions in `result`. @throws PortError, as the function says, else by the HTTP status */
export async function readAnswer(name: string, response: Response): Promise<Json> {
  const body = await bodyOf(name, response);
  const error = errorInBody(name, body);
  if (error) throw error;
  if (!response.ok) throw errorForStatus(name, response.status);
  const { data, result } = (body ?? {}) as { readonly data?: Json; readonly result?: Json };
  const answer = data === undefined ? result : data;
  if (answer === undefined) throw new PortError('internal', `The answer of ${name} has no data.`);
  return decode(answer);
}

/** `null` for what is no JSON. @throws unavailable when it breaks off */
async function bodyOf(name: string, response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw connectionLost(name, error);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Hands over the parts, and gives the result. A function that can't answer in parts answers as a whole. */
export async function readStream(
  name: string,
  response: Response,
  onPart: (part: Json) => void,
): Promise<Json> {
  // Streams come without a type.
  const isWhole = response.headers.get('content-type')?.includes('application/json') ?? false;
  if (!response.ok || !response.body || isWhole) return readAnswer(name, response);
  const events = eventData(response.body);
  for (;;) {
    const next = await events.next().catch((error: unknown) => {
      throw connectionLost(name, error);
    });
    if (next.done) throw new PortError('internal', `${name} ended without an answer.`);
    const event = JSON.parse(next.value) as Readonly<Record<string, Json>>;
    const error = errorInBody(name, event);
    if (error) throw error;
    if (event['message'] !== undefined) onPart(decode(event['message']));
    else if (event['result'] !== undefined) return decode(event['result']);
  }
}
