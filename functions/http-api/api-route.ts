/** `/api/v1/…`: the team's HTTP API for programs with a key. Its errors are problem details (RFC 9457). */
import { domainError } from '#domain/errors.ts';
import { apiKeyDigest, isApiKey } from '#api/api-key.ts';
import { UnreadableDocument } from '#api/codec.ts';
import { isApiCommand } from '#api/http/api-commands.ts';
import { apiCollectionOf, isApiCollection } from '#api/http/api-resources.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fail } from '../kernel/command-failed.ts';
import { noteUnreadable } from '../kernel/note-unreadable.ts';
import { unknownKey } from '../kernel/acting-key.ts';
import { dataAnswer, methodNotAllowed, problemAnswer, thrownProblem } from './answers.ts';
import { allowanceHeaders, takeApiRequest } from './api-rate.ts';
import { type ApiCaller, authenticate } from './authenticate.ts';
import { runApiCommand } from './commands.ts';
import { invalidParameter, listRequestOf } from './list-request.ts';
import { readKey, readOnCall } from './on-call.ts';
import { lookUpMembers, requireReader } from './member-lookup.ts';
import { listApi, readApiItem, readApiTimeline } from './reads.ts';
import { requireScope } from './scope.ts';

export async function apiRoute(
  server: ServerPorts,
  request: HttpRequest,
  key: string,
): Promise<HttpResponse> {
  const [path = '', search = ''] = request.path.split('#', 1)[0]?.split(/\?(.*)/su, 2) ?? [];
  const segments = path.replace(/\/$/u, '').split('/').slice(3);
  const method = request.method.toUpperCase();
  if (segments.join('/') === 'openapi.json')
    return method === 'GET' ? openApiAnswer() : methodNotAllowed('GET');
  const isPosted = segments[0] === 'commands' || segments.join('/') === 'members/lookup';
  const wanted = isPosted ? 'POST' : 'GET';
  if (method !== wanted) return methodNotAllowed(wanted);
  if (!isApiKey(key)) return problemAnswer(domainError('unauthenticated', {}, unknownKey));
  let headers = {};
  try {
    const allowance = await takeApiRequest(server, apiKeyDigest(key));
    headers = allowanceHeaders(allowance);
    const { allowed, rejection, resetSeconds: retryAfter } = allowance;
    if (!allowed) return problemAnswer(domainError('rate_limited', { retryAfter }), headers);
    if (rejection !== null) return problemAnswer(rejection, headers);
    const caller = await authenticate(server, key);
    const answered = dataAnswer(await answerOf(server, caller, request, segments, search));
    return { ...answered, headers: { ...answered.headers, ...headers } };
  } catch (thrown) {
    const problem = problemThrown(server, thrown);
    if (problem === null) throw thrown;
    return problemAnswer(problem, headers);
  }
}

function problemThrown(server: ServerPorts, thrown: unknown) {
  if (!(thrown instanceof UnreadableDocument)) return thrownProblem(thrown);
  server.background.run(() => noteUnreadable(server, [thrown]));
  return domainError('unreadable_record', {});
}

async function answerOf(
  server: ServerPorts,
  caller: ApiCaller,
  request: HttpRequest,
  [name = '', id, part, ...more]: readonly string[],
  search: string,
): Promise<Readonly<Record<string, unknown>>> {
  const nothing = () => fail('not_found', {}, 'There is no such address. Look at /api/v1/openapi.json.');
  if (more.length > 0) return nothing();
  if (name === 'commands')
    return id !== undefined && part === undefined && isApiCommand(id)
      ? runApiCommand(server, caller, id, request)
      : nothing();
  // Needs no scope: any key may read its own data.
  if (name === 'key' && id === undefined) return readKey(server, caller);
  if (name === 'members' && id === 'lookup' && part === undefined)
    return lookUpMembers(server, caller, request.body);
  requireScope(caller, 'read');
  const parameters = parametersOf(search);
  if (name === 'on-call' && id === undefined) return readOnCall(server, caller);
  if (name === 'incidents' && id !== undefined && part === 'timeline')
    return readApiTimeline(server, caller, id, listRequestOf(parameters, []));
  if (!isApiCollection(name) || part !== undefined) return nothing();
  requireReader(caller, name);
  const { filters, hasSingle } = apiCollectionOf(name);
  if (id === undefined) return listApi(server, caller, name, listRequestOf(parameters, Object.keys(filters)));
  return hasSingle ? readApiItem(server, caller, name, id) : nothing();
}

/** Characters of a query. */
const longestQuery = 2_000;

/** Names and values of a query; what can't be decoded is left as it is. @throws CommandFailed */
function parametersOf(search: string): ReadonlyMap<string, string> {
  if (search.length > longestQuery) invalidParameter('', `A query has at most ${longestQuery} characters.`);
  const parameters = new Map<string, string>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const [name = '', value = ''] = pair.split(/[=](.*)/su, 2).map(decoded);
    if (parameters.has(name)) invalidParameter(name.slice(0, 100), 'Give each parameter once.');
    parameters.set(name, value);
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The description is large, and loaded when it is asked for. */
async function openApiAnswer(): Promise<HttpResponse> {
  const { default: description } = await import('#api/http/openapi.json', { with: { type: 'json' } });
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    },
    body: JSON.stringify(description),
  };
}
