/** Handlers of commands on feeds. */
import { limits } from '#domain/constants.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';

const createFeed: CommandHandler<'createFeed'> = async (input, { work, userId, now }) => {
  const { feedId: id, teamId, scope } = input;
  const path = documentPaths.feed(teamId, id);
  const taken = await work.get(feedSchema, path);
  if (taken !== null) fail('conflict', { currentRevision: taken.revision });
  if ((scope === 'schedule') !== (input.scheduleId !== null)) {
    const rule = 'Choose a schedule for a calendar of one schedule, and none for any other.';
    fail('invalid', { field: 'scheduleId', rule }, rule);
  }
  if (input.scheduleId !== null)
    found(await work.get(scheduleSchema, documentPaths.schedule(teamId, input.scheduleId)));
  const own = await work.find(
    feedSchema,
    query(collectionPaths.feeds(teamId), where('userId', '==', userId), limit(limits.feedsPerPerson)),
  );
  if (own.length >= limits.feedsPerPerson) {
    const rule = `One person has at most ${limits.feedsPerPerson} calendar addresses. Revoke one first.`;
    fail('invalid', { field: 'feedId', rule }, rule);
  }
  const feed = { id, teamId, userId, scope, scheduleId: input.scheduleId };
  work.save(path, { ...feed, createdAt: now, createdBy: userId, revision: 1 });
  return { revision: 1 };
};

/** Revoking one that is gone already changes nothing; somebody else's is not found. */
const revokeFeed: CommandHandler<'revokeFeed'> = async ({ feedId, teamId }, { work, userId }) => {
  const path = documentPaths.feed(teamId, feedId);
  const feed = await work.get(feedSchema, path);
  if (feed === null) return { revision: 1 };
  if (feed.userId !== userId) return fail('not_found', {});
  work.remove(path);
  return { revision: feed.revision + 1 };
};

export const feedHandlers = { createFeed, revokeFeed } satisfies Partial<CommandHandlers>;
