/** Messages that ask for no answer, such as notices: sent at most once, so nothing may depend on them. */
import type { ServerPorts } from '#ports/server/server.ts';
import { type CommitEffect, runEffects } from '../kernel/effects.ts';
import type { DocumentReads } from '../kernel/documents.ts';
import { readableReads } from '../kernel/readable.ts';
import type { ChannelMessage, ReachedWay } from './channel.ts';
import { channelOf, waysOf } from './channels.ts';

interface Person {
  readonly teamId: string;
  readonly userId: string;
}

interface AfterCommit {
  afterCommit(effect: CommitEffect): void;
}

type MakeMessage = (server: ServerPorts) => Promise<ChannelMessage>;

/** Sends one message, made once, by each of these ways after the commit. */
export function sendMessageBy(
  work: AfterCommit,
  ways: readonly ReachedWay[],
  message: ChannelMessage | MakeMessage,
): void {
  if (!ways.some(({ address }) => address !== null)) return;
  work.afterCommit(async (server) =>
    sendTo(server, ways, typeof message === 'function' ? await message(server) : message),
  );
}

/** The same, by all ways of a person in a team. */
export async function sendMessage(
  work: DocumentReads & AfterCommit,
  { teamId, userId }: Person,
  message: ChannelMessage | MakeMessage,
): Promise<void> {
  sendMessageBy(work, await waysOf(work, teamId, userId), message);
}

/** The same outside of a transaction, at once. */
export async function sendMessageNow(
  server: ServerPorts,
  { teamId, userId }: Person,
  message: ChannelMessage,
): Promise<void> {
  await sendTo(server, await waysOf(readableReads(server), teamId, userId), message);
}

/** The same to many people, read after the commit. */
export const sendMessageToAll = (
  work: AfterCommit,
  people: readonly Person[],
  message: ChannelMessage,
): void =>
  work.afterCommit((server) =>
    runEffects(
      server,
      people.map((person) => (ports) => sendMessageNow(ports, person, message)),
    ),
  );

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
