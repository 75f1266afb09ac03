/** SCIM requests over HTTP: bounded, then answered by `auth/scim`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText, textBodyOf } from '#adapters/node/http-answers.ts';
import type { PostgresScim } from '../auth/scim/open-scim.ts';
import { largestScimBody, problem, type ScimAnswer } from '../auth/scim/scim-answers.ts';
import { ScimError } from '../auth/scim/scim-error.ts';
import { hostPaths } from './host-paths.ts';

/** Answers requests below `hostPaths.scim`. `network`: the address that the request comes from. */
export async function answerScim(
  scim: Pick<PostgresScim, 'isOn' | 'answer'>,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
  network: string | null,
): Promise<void> {
  if (!scim.isOn) return answerText(response, 404, 'No provider has a SCIM token.\n');
  const body = await textBodyOf(request, largestScimBody);
  if (body === null) {
    response.setHeader('Connection', 'close');
    return write(response, problem(new ScimError(413, 'A request has at most 64 KiB.')));
  }
  const { authorization = '', 'if-match': ifMatch = null } = request.headers;
  const answer = await scim.answer({
    ...{ method: request.method ?? '', path: pathname.slice(hostPaths.scim.length), query: searchParams },
    ...{ authorization, ifMatch, body, network },
  });
  write(response, answer);
}

export const isScimPath = (pathname: string): boolean =>
  pathname === hostPaths.scim || pathname.startsWith(`${hostPaths.scim}/`);

function write(response: ServerResponse, { status, headers, body }: ScimAnswer): void {
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' });
  response.end(body);
}
