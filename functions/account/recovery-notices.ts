/** Notices to a person and to the owners of their teams about the recovery of a second factor: messages, and audit entries. */
import type { AuditEntry } from '#domain/audit/schema.ts';
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { AuditEvent } from '#api/audit-events.ts';
import { query, where } from '#ports/docs/query.ts';
import { waysOf } from '../channels/channels.ts';
import { sendMessage, sendMessageBy } from '../channels/messages.ts';
import type { CommandWork } from '../kernel/guard.ts';

interface Message {
  readonly title: string;
  readonly body: string;
  /** Address of the screen that it leads to. */
  readonly link: string;
}

/** A message by each of a person's ways, across all teams. */
export async function notifyPerson(
  work: CommandWork,
  members: readonly Member[],
  message: Message,
): Promise<void> {
  const reached = new Set<string | null>();
  for (const { id, teamId } of members) {
    const ways = await waysOf(work, teamId, id);
    const unreached = ways.filter(({ address }) => !reached.has(address));
    for (const { address } of unreached) reached.add(address);
    await sendMessageBy(work, unreached, outgoing(teamId, id, message));
  }
}

/** Every owner of the member’s team but the member. */
export async function notifyOwners(
  work: CommandWork,
  { id, teamId }: Member,
  message: Message,
): Promise<void> {
  const owners = await work.find(
    memberSchema,
    query(collectionPaths.members(teamId), where('role', '==', 'owner')),
  );
  for (const owner of owners)
    if (owner.id !== id) await sendMessage(work, { teamId, userId: owner.id }, outgoing(teamId, id, message));
}

const outgoing = (teamId: string, about: string, { title, body, link }: Message) => ({
  notification: { title, body, tag: `recovery-${about}`, link },
  data: { kind: 'recovery', teamId },
});

/** Audit entries in each of the person's teams, for an event without a command of a team. `by`: the person, or the server. */
export function auditRecovery(
  work: CommandWork,
  members: readonly Member[],
  command: AuditEvent,
  by: string,
): void {
  for (const { id, teamId, displayName } of members) {
    const entry: AuditEntry = {
      id: work.newId(),
      teamId,
      createdAt: work.now,
      createdBy: by,
      revision: 1,
      byName: by === id ? displayName : 'Muster',
      command,
      subject: { kind: 'member', id, label: displayName },
      about: `member:${id}`,
      incidentId: null,
      automatic: false,
      changes: [],
      omitted: 0,
    };
    work.save(documentPaths.auditEntry(teamId, entry.id), entry);
  }
}
