/** What became of a page, for a person whom it has asked. */
import type { Page } from '#domain/page/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';

/** Outcome of a page in one sentence, for a recipient of its notification. */
export async function pageOutcome(server: ServerPorts, page: Page, userId: string): Promise<string> {
  const [first] = page.acknowledgements;
  if (page.status === 'acknowledged' && first)
    return first.userId === userId
      ? 'You have acknowledged it.'
      : `${await nameOf(server, page.teamId, first.userId)} has acknowledged it. You need do nothing.`;
  if (page.status === 'exhausted')
    return 'Everybody was asked, and nobody has answered. Open Muster to take it.';
  if (page.status === 'cancelled') return 'It is over. You need do nothing.';
  return 'It has gone on to others. Open Muster to take it.';
}

async function nameOf(server: ServerPorts, teamId: string, userId: string): Promise<string> {
  const member = await getReadable(server, memberSchema, documentPaths.member(teamId, userId));
  return member?.displayName ?? 'Somebody';
}
