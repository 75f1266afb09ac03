/** `/muster link CODE`: links a Slack user to the member of the code. A code is valid once. */
import { slackLinkSchema } from '#domain/slack/schema.ts';
import { linkSlackUser } from '#domain/slack/transitions.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { revised } from '#domain/transition.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { auditEvent } from '../kernel/audit.ts';
import { fail } from '../kernel/command-failed.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { type SlackAnswer, sentence } from './slack-answer.ts';

/** The same answer for unknown, used and expired codes, so that guesses reveal nothing. */
const badCode = 'This code is not good, or not any more. Make another one on your profile in Muster.';

interface SlackUserOfCode {
  readonly teamId: string;
  readonly slackUser: string;
  readonly codeDigest: string;
}

export const linkUser = (
  server: ServerPorts,
  { teamId, slackUser, codeDigest }: SlackUserOfCode,
): Promise<SlackAnswer> =>
  transact(server, async (work) => {
    const links = collectionPaths.slackLinks(teamId);
    const ofCode = query(links, where('codeDigest', '==', codeDigest), limit(1));
    const [waiting] = await work.find(slackLinkSchema, ofCode);
    if (waiting === undefined) return fail('invalid', { field: 'code', rule: badCode }, badCode);
    const { userId } = waiting;
    const linked = linkSlackUser(waiting, slackUser, { by: userId, now: work.now });
    const member = await work.get(memberSchema, documentPaths.member(teamId, userId));
    if (!linked.ok || member === null) return fail('invalid', { field: 'code', rule: badCode }, badCode);
    const deletedAt = member.teamDeletedAt ?? null;
    if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
    // A Slack user acts for one member.
    const others = await work.find(
      slackLinkSchema,
      query(links, where('slackUser', '==', slackUser), limit(10)),
    );
    for (const other of others)
      if (other.userId !== userId)
        work.save(
          documentPaths.slackLink(teamId, other.userId),
          revised(other, { slackUser: null, linkedAt: null }),
        );
    work.save(documentPaths.slackLink(teamId, userId), linked.state);
    auditEvent(work, { teamId, event: 'useSlackCode', by: member, subject: member });
    return sentence(
      `You are ${member.displayName} in Muster from now on. “/muster help” lists what you can do.`,
    );
  });
