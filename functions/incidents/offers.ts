/**
 * A role that is offered is told to the devices of the person it is offered to; once it is answered, withdrawn or the incident
 * over, its notification may go. At most once, and nothing depends on it: the offer itself stands in the incident.
 */
import { roomRoles, type Incident, type RoomRole } from '#domain/incident/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { dutyOf, offersTo } from '#domain/incident/roles.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { ChannelMessage } from '../channels/channel.ts';
import { sendMessage } from '../channels/messages.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** An offer, and the end of one, are of no use to anyone after this. */
const usefulForSeconds = 4 * 3_600;

/** `before` null for an incident that is declared. */
export async function notifyOfOffers(
  work: UnitOfWork,
  before: Incident | null,
  after: Incident,
): Promise<void> {
  for (const role of roomRoles) {
    const [old, now] = [before?.offers[role] ?? null, after.offers[role]];
    const stands = now !== null && offersTo(after, now.userId).includes(role);
    const same = old?.userId === now?.userId && old?.offeredAt === now?.offeredAt;
    const stood = before !== null && old !== null && offersTo(before, old.userId).includes(role);
    if (stood && (!stands || old.userId !== now.userId))
      await send(work, after, old.userId, ended(after, role));
    if (stands && !same) await send(work, after, now.userId, await offered(work, after, role, now.offeredBy));
  }
}

async function send(
  work: UnitOfWork,
  { teamId }: Incident,
  userId: string,
  message: ChannelMessage,
): Promise<void> {
  await sendMessage(work, { teamId, userId }, { ...message, timeToLiveSeconds: usefulForSeconds });
}

async function offered(
  work: UnitOfWork,
  incident: Incident,
  role: RoomRole,
  by: string,
): Promise<ChannelMessage> {
  const { teamId, id, number } = incident;
  const asking = await work.getReadable(memberSchema, documentPaths.member(teamId, by));
  // A notification may be read over a shoulder.
  const about = incident.private ? 'A private incident' : incident.title;
  return {
    notification: {
      title: `${asking?.displayName ?? 'Someone'} asks you to ${dutyOf(role, incident)}`,
      body: `${about} · open it to accept or decline`,
      tag: tagOf(incident, role),
      link: teamAddress(teamId, `/incidents/${number}`),
    },
    data: { kind: 'offer', teamId, incidentId: id, role },
    urgency: 'high',
  };
}

const ended = (incident: Incident, role: RoomRole): ChannelMessage => ({
  data: { kind: 'settled', teamId: incident.teamId, incidentId: incident.id, tag: tagOf(incident, role) },
});

const tagOf = ({ id }: Incident, role: RoomRole) => `offer-${id}-${role}`;
