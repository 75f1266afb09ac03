/**
 * Messages that ask for no answer, such as notices. Channels that store them (`queueMessage`) send each; the others at most once, so nothing may
 * depend on them.
 */
import type { Notice } from '#domain/notice/schema.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { type CommitEffect, runEffects } from '../kernel/effects.ts';
import { readableReads } from '../kernel/readable.ts';
import type { ChannelMessage, MessageWork, ReachedWay } from './channel.ts';
import { channelOf, queueing, waysOf } from './channels.ts';

interface Person {
  readonly teamId: string;
  readonly userId: string;
}

type MakeMessage = (server: ServerPorts) => Promise<ChannelMessage>;

/** Sends one message, made once, by each of these ways after the commit. `message` made later: for channels that don't store it. */
export async function sendMessageBy(
  work: MessageWork,
  ways: readonly ReachedWay[],
  message: ChannelMessage | MakeMessage,
): Promise<void> {
  if (typeof message !== 'function') await queueMessage(work, ways, message, null);
  if (!ways.some(({ address }) => address !== null)) return;
  work.afterCommit(async (server) =>
    sendTo(server, ways, typeof message === 'function' ? await message(server) : message),
  );
}

/** The same, by all ways of a person in a team. */
export const sendMessage = async (
  work: MessageWork,
  { teamId, userId }: Person,
  message: ChannelMessage,
): Promise<void> => sendMessageBy(work, await waysOf(work, teamId, userId), message);

/** Stores a message for each way whose channel stores messages. */
async function queueMessage(
  work: MessageWork,
  ways: readonly ReachedWay[],
  message: ChannelMessage,
  notice: Notice | null,
): Promise<void> {
  for (const { address, ...way } of ways)
    if (address !== null) await channelOf(way.to)?.queueMessage?.(work, { ...way, address }, message, notice);
}

/** A message about a notice of the same transaction, to its person; by channels that don't store it, by the ways after the commit. */
export async function sendNoticeMessage(
  work: MessageWork,
  notice: Notice,
  message: ChannelMessage,
): Promise<void> {
  const ways = await waysOf(work, notice.teamId, notice.userId, queueing);
  await queueMessage(work, ways, message, notice);
  work.afterCommit((server) => sendMessageNow(server, notice, message));
}

/** Outside of a transaction, at once, by channels that don't store messages. */
export async function sendMessageNow(
  server: ServerPorts,
  { teamId, userId }: Person,
  message: ChannelMessage,
): Promise<void> {
  await sendTo(server, await waysOf(readableReads(server), teamId, userId), message);
}

/** A message to many people of one team; by channels that don't store it, by the ways after the commit. */
export async function sendMessageToAll(
  work: MessageWork,
  teamId: string,
  userIds: readonly string[],
  message: ChannelMessage,
): Promise<void> {
  for (const channel of queueing) {
    const ways = await channel.reachOfTeam(work, teamId, userIds.length);
    await queueMessage(
      work,
      ways.filter(({ userId }) => userIds.includes(userId)),
      message,
      null,
    );
  }
  work.afterCommit((server) =>
    runEffects(
      server,
      userIds.map((userId) => (ports) => sendMessageNow(ports, { teamId, userId }, message)),
    ),
  );
}

function sendTo(server: ServerPorts, ways: readonly ReachedWay[], message: ChannelMessage): Promise<void> {
  const takes = ({ to, takesNotices }: ReachedWay) =>
    message.notification === undefined ? channelOf(to)?.settles === true : takesNotices;
  const effects = ways.filter(takes).flatMap(({ address, ...way }): CommitEffect[] => {
    if (address === null) return [];
    const channel = channelOf(way.to);
    const run = async () => void (await channel?.send(server, { ...way, address }, message, null));
    return [async () => (channel?.isSlow === true ? server.background.run(run) : run())];
  });
  return runEffects(server, effects);
}
