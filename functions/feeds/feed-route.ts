/** `GET /ical/TEAM.SECRET.ics`: the shifts of a feed as an iCalendar file. A feed ends with the membership of its owner. */
import { type Feed, feedSchema, feedSpan, shiftsOfFeed } from '#domain/schedule/feed.ts';
import { type Override, overrideSchema, type Schedule, scheduleSchema } from '#domain/schedule/schema.ts';
import { type Member, memberSchema, type Team, teamSchema } from '#domain/team/schema.ts';
import { storedTime } from '#api/codec.ts';
import { feedIdOf, parseFeedPath } from '#api/feed-secret.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { json, notFound } from '../ingest/answers.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import type { FeedContent } from './calendar.ts';
import { feedRateOf } from './feed-rate.ts';
import { feedTextsOf } from './feed-texts.ts';

export async function feedRoute(server: ServerPorts, path: string): Promise<HttpResponse> {
  const address = parseFeedPath(path);
  if (address === null) return notFound();
  const { teamId, secret } = address;
  const feedId = feedIdOf(secret);
  if (!feedRateOf(server.docs).take(teamId, feedId, server.clock.now())) return tooMany();
  const source = await transact(server, (work) => sourceOf(work, teamId, feedId));
  if (source === null) return notFound();
  const body = await feedTextsOf(server.docs).get(feedId, revisionsOf(source), async () => {
    // Fetched when a feed is read: the library is large.
    const { calendarText } = await import('./calendar.ts');
    return calendarText(contentOf(source));
  });
  return {
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
    body,
  };
}

const tooMany = (): HttpResponse =>
  json(
    429,
    {
      status: 'error',
      error: 'rate_limited',
      message: 'This calendar is asked for too often. Ask for it every few minutes.',
    },
    { 'retry-after': '60' },
  );

/** Everything that a feed is made of. */
interface FeedSource {
  readonly feed: Feed;
  readonly team: Team;
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
  readonly members: readonly Member[];
  readonly now: number;
}

/** Null for no such feed, for the feed of a former member, and in a deleted team. */
async function sourceOf(work: UnitOfWork, teamId: string, feedId: string): Promise<FeedSource | null> {
  const feed = await work.get(feedSchema, documentPaths.feed(teamId, feedId));
  if (feed === null) return null;
  const team = await work.get(teamSchema, documentPaths.team(teamId));
  const owner = await work.get(memberSchema, documentPaths.member(teamId, feed.userId));
  if (team === null || owner === null || (team.deletedAt ?? null) !== null) return null;
  const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
  const lasting = where('endsAt', '>', storedTime(feedSpan(work.now).from));
  const overrides = await work.find(overrideSchema, query(collectionPaths.overrides(teamId), lasting));
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  return { feed, team, schedules, overrides, members, now: work.now };
}

/** Everything by which the text can differ. Its days move once a day. */
const revisionsOf = ({ feed, team, schedules, overrides, members, now }: FeedSource): string =>
  JSON.stringify([
    feedSpan(now).from,
    [feed.revision, feed.createdAt, feed.userId, feed.scope, feed.scheduleId],
    team.name,
    schedules.map(({ id, revision, createdAt }) => [id, revision, createdAt]),
    overrides.map(({ id, revision, createdAt }) => [id, revision, createdAt]),
    members.map(({ id, displayName }) => [id, displayName]),
  ]);

function contentOf({ feed, team, schedules, overrides, members, now }: FeedSource): FeedContent {
  const names = new Map<string, string>(members.map(({ id, displayName }) => [id, displayName]));
  return {
    title: titleOf(feed.scope, team.name, schedules.find(({ id }) => id === feed.scheduleId)?.name),
    shifts: shiftsOfFeed(feed, schedules, overrides, now).map((shift) => ({
      ...shift,
      summary:
        feed.scope === 'mine'
          ? `On call: ${shift.schedule.name}`
          : `${names.get(shift.userId) ?? 'Former member'}: ${shift.schedule.name}`,
    })),
    now,
  };
}

function titleOf(scope: 'mine' | 'schedule' | 'team', team: string, schedule = 'On call'): string {
  if (scope === 'mine') return `My shifts, ${team}`;
  return scope === 'schedule' ? `${schedule}, ${team}` : `On call, ${team}`;
}
