/** Handlers of founding a team, of its settings, and of joining the demonstration. */
import * as v from 'valibot';
import { mayCreateTeam } from '#domain/team/accounts.ts';
import { idSchema } from '#domain/base.ts';
import { memberSchema, teamSchema, type Member, type Team } from '#domain/team/schema.ts';
import { saveTeam as changeTeam } from '#domain/team/transitions.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { limits } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { membersOfPerson } from '../account/teams.ts';
import { query, where } from '#ports/docs/query.ts';
import { deletionHandlers } from './deletion.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { planWeeklyDigest } from '../readiness/weekly-digest.ts';
import { addMember } from './membership.ts';
import { slugOf } from './slug.ts';

const createTeam: CommandHandler<'createTeam'> = async ({ name, timezone, displayName }, context) => {
  const { work, teamId, userId } = context;
  const verdict = mayCreateTeam(context.guest);
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
  const path = documentPaths.team(teamId);
  const taken = await work.get(teamSchema, path);
  if (taken !== null) fail('conflict', { currentRevision: taken.revision });
  await requireUnused(work, teamId);
  await requireFewTeams(work, userId);
  const founded: Team = {
    id: teamId,
    teamId,
    createdAt: work.now,
    createdBy: userId,
    revision: 1,
    name,
    slug: await reserveSlug(work, name, teamId),
    timezone,
    fallbackPeople: [],
    demonstration: false,
    lastIncidentNumber: 0,
  };
  work.save(path, founded);
  planWeeklyDigest(work, founded);
  await addMember(work, founded, userId, displayName, 'owner');
  return { revision: founded.revision, teamId };
};

async function requireFewTeams(work: CommandWork, userId: string): Promise<void> {
  const profile = await work.get(userProfileSchema, documentPaths.user(userId));
  const members = profile === null ? [] : await membersOfPerson(work, profile);
  if (members.filter(({ role }) => role === 'owner').length >= limits.ownedTeamsPerPerson)
    fail(
      'limit_reached',
      { limit: limits.ownedTeamsPerPerson },
      `A person can own ${limits.ownedTeamsPerPerson} teams. Hand one over or delete one first.`,
    );
}

const joinDemonstration: CommandHandler<'joinDemonstration'> = async ({ displayName }, context) => {
  const { work, teamId, userId } = context;
  const joined = found(await work.get(teamSchema, documentPaths.team(teamId)));
  if (!joined.demonstration) fail('forbidden', {}, 'Only a demonstration team can be joined like this.');
  const joinsAs = context.guest ? 'viewer' : 'responder';
  const { revision, role } = await addMember(work, joined, userId, displayName, joinsAs);
  return { revision, role };
};

const saveTeam: CommandHandler<'saveTeam'> = async (input, context) => {
  const { work, teamId } = context;
  const path = documentPaths.team(teamId);
  const before = found(await work.get(teamSchema, path));
  expectRevision(before, input.expectedRevision);
  const named: Member[] = [];
  for (const id of input.fallbackPeople) {
    const member = await work.get(memberSchema, documentPaths.member(teamId, id));
    if (member !== null) named.push(member);
  }
  const { state } = accept(changeTeam(before, input, named, context));
  if (state !== before) work.save(path, state);
  if (state.timezone !== before.timezone) planWeeklyDigest(work, state);
  return { revision: state.revision };
};

export const slugSchema = v.object({ teamId: idSchema });

/** The slug of a team that was purged keeps its id. */
async function requireUnused(work: CommandWork, teamId: string): Promise<void> {
  const kept = await work.find(slugSchema, query('slugs', where('teamId', '==', teamId)));
  if (kept.length > 0)
    fail('conflict', { currentRevision: 0 }, 'A team of this id was deleted. Reload the page and try again.');
}

/** The name as a slug, with something added when another team has it. */
async function reserveSlug(work: CommandWork, name: string, teamId: string): Promise<string> {
  const plain = slugOf(name);
  const free = (await work.get(slugSchema, serverPaths.slug(plain))) === null;
  const slug = free ? plain : slugOf(`${plain.slice(0, 40)}-${work.newId()}`);
  work.save(serverPaths.slug(slug), { teamId });
  return slug;
}

export const teamHandlers = {
  createTeam,
  joinDemonstration,
  saveTeam,
  ...deletionHandlers,
} satisfies Partial<CommandHandlers>;
