/** Mail addresses in a calendar's file are looked up after the commit: until then those people are listed as nobody's. */
import { type LeaveCalendar, leaveCalendarSchema } from '#domain/leave-calendar/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { type Content, peopleByAddress, saveContent } from './take-over.ts';

export async function matchAddresses(
  server: ServerPorts,
  { teamId, id, revision }: LeaveCalendar,
  content: Extract<Content, { ok: true }>,
): Promise<void> {
  const byAddress = await peopleByAddress(server.users, content.events);
  if (byAddress.size === 0) return;
  await transact(server, async (work) => {
    const current = await work.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, id));
    if (current?.revision !== revision) return;
    await saveContent(work, current, content, byAddress);
  });
}
