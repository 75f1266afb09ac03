/**
 * The member for whom a Slack user acts: the one who has linked it. A link lasts until its person ends it, leaves the team, or signs out
 * everywhere after it.
 */
import { isEnded } from '#domain/account/sessions.ts';
import { slackAppSchema, slackLinkSchema } from '#domain/slack/schema.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { type Member, memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { ProgramOfPerson } from '../commands.ts';
import type { ActingProgram } from '../kernel/acting-program.ts';
import { fail } from '../kernel/command-failed.ts';
import { findReadable, getReadable } from '../kernel/readable.ts';

export interface SlackMember extends ProgramOfPerson {
  readonly teamId: string;
  readonly member: Member;
}

const unlinked =
  'Muster does not know which member you are. Open your profile in Muster, press “Link Slack”, and type here what it shows.';

/** Ends the request of a user that no member has linked, or whose link counts for nothing any more. */
export async function slackMemberOf(
  server: ServerPorts,
  teamId: string,
  slackUser: string,
): Promise<SlackMember> {
  const links = query(collectionPaths.slackLinks(teamId), where('slackUser', '==', slackUser), limit(1));
  const [link] = await findReadable(server, slackLinkSchema, links);
  const member = link && (await getReadable(server, memberSchema, documentPaths.member(teamId, link.userId)));
  if (!link || !member) return fail('unauthenticated', {}, unlinked);
  const deletedAt = member.teamDeletedAt ?? null;
  if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
  const provedAt = link.linkedAt ?? 0;
  if (isEnded(member, provedAt)) fail('unauthenticated', {}, endedLink);
  return { teamId, member, userId: member.id, provedAt, program: programOf(teamId, slackUser) };
}

const endedLink =
  'You have signed out everywhere since you linked Slack. Link it again on your profile in Muster.';

const programOf = (teamId: string, slackUser: string): ActingProgram => ({
  async require(work, userId) {
    const app = await work.get(slackAppSchema, documentPaths.slackApp(teamId, teamId));
    const link = await work.get(slackLinkSchema, documentPaths.slackLink(teamId, userId));
    if (app === null || link?.slackUser !== slackUser) fail('unauthenticated', {}, unlinked);
    return { via: { viaSlack: true }, audited: 'Slack' };
  },
});
