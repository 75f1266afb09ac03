/** The HTTP API for the command line: the generated types, a time limit, and errors that say what to do. */
import createClient, { type Client } from 'openapi-fetch';
import { CliError, type ExitReason } from './cli-error.ts';
import type { CliConfig } from './config.ts';
import type { paths } from './openapi.gen.d.ts';

export type MusterApi = Client<paths>;

/** Longest wait for an answer, in milliseconds. */
const timeoutMs = 30_000;
/** Bytes of an answer: a part of a list has 200 entries at most. */
const largestAnswer = 16 * 1024 * 1024;

export const openApi = ({ url, key }: CliConfig, fetch: typeof globalThis.fetch): MusterApi =>
  createClient<paths>({
    baseUrl: `${url}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
    // A redirect would carry the key elsewhere.
    redirect: 'error',
    fetch: async (request) => boundedAnswer(await fetch(request, { signal: AbortSignal.timeout(timeoutMs) })),
  });

/** The answer, whose body fails once it is larger than is allowed. */
function boundedAnswer(answer: Response): Response {
  if (answer.body === null) return answer;
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      size += piece.length;
      if (size > largestAnswer) controller.error(new Error('the answer is too large'));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(bounded), { status, statusText, headers });
}

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer. @throws CliError with the server's sentence */
export async function answered<Data>(asking: Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  let answer: Answered<Data>;
  try {
    answer = await asking;
  } catch (thrown) {
    const cause =
      thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : String(thrown);
    throw new CliError(
      'unavailable',
      `The server can’t be reached (${cause}). Check MUSTER_URL and the network.`,
    );
  }
  const { data, error, response } = answer;
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  const detail =
    typeof error === 'object' && error !== null && 'detail' in error && typeof error.detail === 'string'
      ? error.detail
      : `The server answered ${response.status}. Is MUSTER_URL the address of a Muster with an API?`;
  throw new CliError(reasonOf(response.status), detail);
}

function reasonOf(status: number): ExitReason {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  return status === 429 || status >= 500 ? 'unavailable' : 'usage';
}
