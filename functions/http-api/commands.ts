/** `POST /api/v1/commands/NAME`: a command of the catalogue, in the name of the key's maker, once for each `Idempotency-Key`. */
import { isId } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { type ApiCommandName, apiCommandOf } from '#api/http/api-commands.ts';
import type { HttpRequest } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { runForProgram } from '../commands.ts';
import { programOfKey } from '../kernel/acting-key.ts';
import { fail } from '../kernel/command-failed.ts';
import type { ApiCaller } from './authenticate.ts';
import { bodyFields } from './body-fields.ts';
import { requireScope } from './scope.ts';

/** The command's answer. @throws CommandFailed, PortError */
export async function runApiCommand(
  server: ServerPorts,
  caller: ApiCaller,
  name: ApiCommandName,
  { headers, body }: HttpRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const { scope, fixed = {} } = apiCommandOf(name);
  requireScope(caller, scope);
  const input = {
    ...bodyFields(body),
    ...fixed,
    teamId: caller.teamId,
    commandId: commandIdOf(server, caller, headers['idempotency-key']),
    ageMs: 0,
  };
  // The key proves its maker as of now: it does not end with their sessions.
  const acting = {
    program: programOfKey(caller),
    userId: caller.key.createdBy,
    provedAt: server.clock.now(),
  };
  return { ...(await runForProgram(name, input, server, acting)) };
}

/** Id of the command: no other key, and no person, can have taken it. */
function commandIdOf(server: ServerPorts, { key }: ApiCaller, given: string | undefined): string {
  if (given === undefined || given === '') return server.random.id();
  if (!isId(given)) {
    const rule = 'An Idempotency-Key is 1 to 128 of A–Z, a–z, 0–9, - and _, such as a UUID.';
    fail('invalid', { field: 'Idempotency-Key', rule }, rule);
  }
  return sha256Hex(JSON.stringify(['api key', key.id, given]));
}
