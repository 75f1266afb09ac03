/** Sending of a team's weekly notice about gaps in its readiness. */
import { system } from '#domain/base.ts';
import { day } from '#domain/constants.ts';
import { weeklyContent } from '#domain/notice/weekly-content.ts';
import { may } from '#domain/permissions.ts';
import { nextMondayMorning, weeklyReadiness } from '#domain/readiness/weekly.ts';
import { isDeleted } from '#domain/team/deletion.ts';
import { type Member, type Team, teamSchema } from '#domain/team/schema.ts';
import { fromDocument, fromReadableDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { readableReads } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { planWeeklyDigest, type WeeklyDigest, weeklyDigestSchema } from './weekly-digest.ts';
import { weeklyTeam } from './weekly-team.ts';

/** Delay after which a digest is dropped: its Monday morning is over. */
const lateMs = day;

/**
 * Sends the digest if it is due. Safe to run any number of times: each reader gets one notice a Monday.
 * @throws PortError of the first reader who could not be notified, once all others were
 */
export async function sendWeeklyDigest(
  server: ServerPorts,
  { teamId }: Pick<WeeklyDigest, 'teamId'>,
): Promise<void> {
  const { docs, clock } = server;
  const now = clock.now();
  const path = serverPaths.weeklyDigest(teamId, teamId);
  const digest: WeeklyDigest | null = fromDocument(weeklyDigestSchema, await docs.get(path));
  if (digest === null || digest.dueAt > now) return;
  const team = fromReadableDocument(teamSchema, await docs.get(documentPaths.team(teamId)));
  if (team !== null && !isDeleted(team) && now - digest.dueAt < lateMs) await tell(server, team, digest, now);
  await transact(server, async (work) => {
    const current = await work.get(weeklyDigestSchema, path);
    if (current?.dueAt !== digest.dueAt) return;
    if (team === null) work.remove(path);
    else planWeeklyDigest(work, team);
  });
}

async function tell(server: ServerPorts, team: Team, { dueAt }: WeeklyDigest, now: number): Promise<void> {
  const { members, ...facts } = await weeklyTeam(readableReads(server), team, now);
  const content = weeklyContent(weeklyReadiness({ ...facts, members }, now));
  if (content === null) return;
  const failures: unknown[] = [];
  for (const { id: userId } of members.filter(wantsDigest))
    try {
      await transact(server, (work) =>
        sendNotice(work, {
          ...{ teamId: team.id, userId, by: system, cause: `weekly readiness ${dueAt}`, content },
          link: '/readiness',
          expiresAt: nextMondayMorning(now, team.timezone),
        }),
      );
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

const wantsDigest = ({ id: userId, role, weeklyReadiness: wanted = true }: Member): boolean =>
  wanted && may({ userId, role }, 'readiness').allowed;
