/** Members by their mail addresses, for those who may configure the team. */
import * as v from 'valibot';
import { type ApiCollectionName, apiCollectionOf } from '#api/http/api-resources.ts';
import { fromReadableDocument } from '#api/codec.ts';
import { memberLookupInput, memberLookupOutput } from '#api/http/member-lookup.ts';
import { documentPaths } from '#api/paths.ts';
import { may } from '#domain/permissions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fail } from '../kernel/command-failed.ts';
import type { ApiCaller } from './authenticate.ts';
import { bodyFields } from './body-fields.ts';
import type { ApiItem } from './reads.ts';
import { requireScope } from './scope.ts';

/** Ends a request unless its key and maker may configure the team. */
function requireConfigure(caller: ApiCaller): void {
  requireScope(caller, 'configure');
  const verdict = may({ userId: caller.maker.id, role: caller.maker.role, byProgram: true }, 'configure');
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
}

/** Asks what the list of this name asks. */
export function requireReader(caller: ApiCaller, name: ApiCollectionName): void {
  if (apiCollectionOf(name).forAdmins) requireConfigure(caller);
}

export async function lookUpMembers(server: ServerPorts, caller: ApiCaller, body: string): Promise<ApiItem> {
  requireConfigure(caller);
  const input = v.safeParse(memberLookupInput, bodyFields(body));
  if (!input.success) {
    const [{ message }] = input.issues;
    return fail('invalid', { field: v.getDotPath(input.issues[0]) ?? '', rule: message }, message);
  }
  const emails = [...new Set(input.output.emails.map((email) => email.trim().toLowerCase()))];
  const found = await Promise.all(emails.map((email) => memberOf(server, caller, email)));
  return v.parse(memberLookupOutput, { items: found.filter((item) => item !== null) });
}

async function memberOf({ users, docs }: ServerPorts, { teamId }: ApiCaller, email: string) {
  const uid = await uidOf(users, email);
  if (uid === null) return null;
  const member = fromReadableDocument(memberSchema, await docs.get(documentPaths.member(teamId, uid)));
  return member && { email, userId: member.id, displayName: member.displayName };
}

/** Null: no member has the address, or the backend refuses it as an address. */
async function uidOf(users: ServerPorts['users'], email: string): Promise<string | null> {
  try {
    return (await users.byEmail(email))?.uid ?? null;
  } catch (error) {
    if (isPortError(error) && !error.retryable) return null;
    throw error;
  }
}
