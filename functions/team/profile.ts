/** Handler of changing one's profile, which is copied into every team of the person. */
import { changeProfile } from '#domain/team/profile.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { membersOfPerson } from '../account/teams.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { found } from '../kernel/command-failed.ts';

const saveProfile: CommandHandler<'saveProfile'> = async (input, context) => {
  const { work, userId, teamId } = context;
  const me = found(context.member);
  expectRevision(me, input.expectedRevision);
  const profilePath = documentPaths.user(userId);
  const profile = found(await work.get(userProfileSchema, profilePath));
  const others = (await membersOfPerson(work, profile)).filter((one) => one.teamId !== teamId);
  for (const member of [me, ...others])
    work.save(documentPaths.member(member.teamId, userId), changeProfile(member, input, context).state);
  work.save(profilePath, revised(profile, { displayName: input.displayName }));
  return { revision: me.revision + 1 };
};

export const profileHandlers = { saveProfile } satisfies Partial<CommandHandlers>;
