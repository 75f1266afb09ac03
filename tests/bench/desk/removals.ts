/** `npm run bench:desk`: how long listeners of a removed member stay open, from the command to the refusal that they end with. */
import { inviteIdOf, inviteTokenBytes, inviteTokenFrom } from '#api/invite-token.ts';
import { collectionPaths, realtimePaths } from '#api/paths.ts';
import type { MemberClient } from '#fakes/client/client.ts';
import { query } from '#ports/docs/query.ts';
import { deskMember } from '../../app/desk/process.ts';

export interface Removals {
  /** Milliseconds, shortest first. */
  readonly documents: readonly number[];
  readonly realtime: readonly number[];
}

const teamId = 'measured';
const password = 'correct horse battery';
let commands = 0;

const call = (backend: MemberClient, name: string, input: object) =>
  backend.functions.call(name, { teamId, commandId: `removal-${++commands}`, ...input });

export async function removals(url: URL, count: number): Promise<Removals> {
  const owner = deskMember(url);
  await owner.auth.createUser({ email: 'owner@example.com', password });
  await call(owner, 'createTeam', { name: 'Measured', timezone: 'UTC', displayName: 'Owner' });
  const documents: number[] = [];
  const realtime: number[] = [];
  for (let n = 0; n < count; n++) {
    const taken = await removal(url, owner, `member-${n}`);
    documents.push(taken.documents);
    realtime.push(taken.realtime);
  }
  await owner.dispose();
  const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);
  return { documents: sorted(documents), realtime: sorted(realtime) };
}

async function removal(url: URL, owner: MemberClient, name: string) {
  const token = inviteTokenFrom(crypto.getRandomValues(new Uint8Array(inviteTokenBytes)));
  const invite = { inviteId: inviteIdOf(token), role: 'responder', note: '', address: null, days: 7 };
  await call(owner, 'inviteMember', invite);
  const member = deskMember(url);
  await member.auth.createUser({ email: `${name}@example.com`, password });
  await call(member, 'acceptInvite', { token, displayName: name });
  const userId = member.auth.currentUser()?.uid ?? '';
  const open = [
    listening((observer) => member.docs.watchQuery(query(collectionPaths.members(teamId)), observer)),
    listening((observer) => member.realtime.watch(realtimePaths.humans(teamId, userId), observer)),
  ] as const;
  await Promise.all(open.map(({ ready }) => ready));
  const from = performance.now();
  await call(owner, 'removeMember', { userId, replacementId: null });
  const [documents, realtime] = await Promise.all([open[0].ended, open[1].ended]);
  await member.dispose();
  return { documents: documents - from, realtime: realtime - from };
}

function listening(listen: (observer: { next: () => void; error: () => void }) => () => void) {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  listen({ next: () => ready.resolve(), error: () => ended.resolve(performance.now()) });
  return { ready: ready.promise, ended: ended.promise };
}
