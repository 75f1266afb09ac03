/** All channels. */
import type { ChannelId, ChannelTarget } from '#domain/channel/schema.ts';
import { type ChannelWay, shownWay } from '#domain/channel/way.ts';
import type { DocumentReads } from '../kernel/documents.ts';
import type { NotificationChannel, ReachedWay } from './channel.ts';
import { mailChannel } from './mail/channel.ts';
import { pushChannel } from './push/channel.ts';
import { webhookChannel } from './webhook/channel.ts';

const known: Readonly<Partial<Record<ChannelId, NotificationChannel>>> = {
  push: pushChannel,
  mail: mailChannel,
  webhook: webhookChannel,
};

export const channels: readonly NotificationChannel[] = Object.values(known);

/** Null for a channel of a newer version. */
export const channelOf = ({ channel }: Pick<ChannelTarget, 'channel'>): NotificationChannel | null =>
  known[channel] ?? null;

/** Channels that take messages without a notification. */
export const settling: readonly NotificationChannel[] = channels.filter(({ settles }) => settles);

/** Channels that store messages that ask for no answer with their transaction. */
export const queueing: readonly NotificationChannel[] = channels.filter(
  ({ queueMessage }) => queueMessage !== null,
);

/** All ways to a person in a team, those that take no messages included. */
export async function waysOf(
  reads: DocumentReads,
  teamId: string,
  userId: string,
  of: readonly NotificationChannel[] = channels,
): Promise<readonly ReachedWay[]> {
  const ways: ReachedWay[] = [];
  for (const channel of of) ways.push(...(await channel.reachOf(reads, teamId, userId)));
  return ways;
}

/** Ways to the people of a team, by person, as others may see them: of each channel `most` at most. `incomplete`: there are more. */
export async function waysOfTeam(
  reads: Pick<DocumentReads, 'find'>,
  teamId: string,
  most: number,
): Promise<{ readonly ways: ReadonlyMap<string, readonly ChannelWay[]>; readonly incomplete: boolean }> {
  const found = await Promise.all(channels.map((channel) => channel.reachOfTeam(reads, teamId, most + 1)));
  const byPerson = Map.groupBy(
    found.flatMap((ways) => ways.slice(0, most)),
    ({ userId }) => userId,
  );
  return {
    ways: new Map([...byPerson].map(([userId, ways]) => [userId, ways.map(shownWay)])),
    incomplete: found.some(({ length }) => length > most),
  };
}

/** The target as it is now; null: there is none. */
export const lookUpTarget = async (
  reads: DocumentReads,
  teamId: string,
  to: ChannelTarget,
): Promise<ReachedWay | null> => (await channelOf(to)?.lookUp(reads, teamId, to.target)) ?? null;

/** Failure of a delivery whose target takes no messages any more, for its person. */
export const takesNone = ({ to }: { readonly to: ChannelTarget | null }): string =>
  (to && channelOf(to)?.takesNone) ?? 'Nothing of theirs takes messages.';
