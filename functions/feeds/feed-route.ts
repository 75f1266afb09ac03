/** `GET /ical/TEAM.SECRET.ics`: the shifts of a feed as an iCalendar file. A feed ends with the membership of its owner. */
import { feedSchema, feedSpan, shiftsOfFeed } from '#domain/schedule/feed.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { storedTime } from '#api/codec.ts';
import { feedIdOf, parseFeedPath } from '#api/feed-secret.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { notFound } from '../ingest/answers.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import type { FeedContent } from './calendar.ts';

export async function feedRoute(server: ServerPorts, path: string): Promise<HttpResponse> {
  const address = parseFeedPath(path);
  if (address === null) return notFound();
  const { teamId, secret } = address;
  const content = await transact(server, (work) => contentOf(work, teamId, feedIdOf(secret)));
  if (content === null) return notFound();
  // Fetched when a feed is read: the library is large.
  const { calendarText } = await import('./calendar.ts');
  return {
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
    body: calendarText(content),
  };
}

/** Null for no such feed, for the feed of a former member, and in a deleted team. */
async function contentOf(work: UnitOfWork, teamId: string, feedId: string): Promise<FeedContent | null> {
  const feed = await work.get(feedSchema, documentPaths.feed(teamId, feedId));
  if (feed === null) return null;
  const team = await work.get(teamSchema, documentPaths.team(teamId));
  const owner = await work.get(memberSchema, documentPaths.member(teamId, feed.userId));
  if (team === null || owner === null || (team.deletedAt ?? null) !== null) return null;
  const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
  const lasting = where('endsAt', '>', storedTime(feedSpan(work.now).from));
  const overrides = await work.find(overrideSchema, query(collectionPaths.overrides(teamId), lasting));
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  const names = new Map(members.map(({ id, displayName }) => [id as string, displayName]));
  return {
    title: titleOf(feed.scope, team.name, schedules.find(({ id }) => id === feed.scheduleId)?.name),
    shifts: shiftsOfFeed(feed, schedules, overrides, work.now).map((shift) => ({
      ...shift,
      summary:
        feed.scope === 'mine'
          ? `On call: ${shift.schedule.name}`
          : `${names.get(shift.userId) ?? 'Former member'}: ${shift.schedule.name}`,
    })),
    now: work.now,
  };
}

function titleOf(scope: 'mine' | 'schedule' | 'team', team: string, schedule = 'On call'): string {
  if (scope === 'mine') return `My shifts, ${team}`;
  return scope === 'schedule' ? `${schedule}, ${team}` : `On call, ${team}`;
}
