/** Signing out everywhere: no session gets another token, tokens issued before are refused, and no device of the person is pushed to. */
import { endOfSessions } from '#domain/account/sessions.ts';
import type { Device } from '#domain/device/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { devicesOfPerson } from '../devices/find.ts';
import { releaseRegistration } from '../devices/registrations.ts';
import { noteAccess } from '../kernel/access.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { membersOfPerson } from './teams.ts';

export const signOutEverywhere: CommandHandler<'signOutEverywhere'> = async (_, context) => {
  const { work, userId } = context;
  const me = found(context.member);
  const path = documentPaths.user(userId);
  const profile = found(await work.get(userProfileSchema, path));
  const sessionsEndedAt = endOfSessions(work.now);
  const members = await membersOfPerson(work, profile);
  const devices = [];
  for (const { teamId } of members) devices.push(...(await devicesOfPerson(work, teamId, userId)));
  for (const member of members) {
    const ended = revised<Member>(member, { sessionsEndedAt });
    work.save(documentPaths.member(member.teamId, userId), ended);
    noteAccess(work, 'member', ended);
  }
  for (const device of devices) await signOutDevice(work, device);
  work.save(path, revised(profile, { sessionsEndedAt }));
  // First of all: afterwards no session can get a token that is new enough.
  work.beforeCommit(({ users }) => users.revokeSessions(userId));
  return { revision: me.revision + 1 };
};

async function signOutDevice(work: CommandWork, device: Device): Promise<void> {
  const { teamId, id, registration } = device;
  if (registration === null) return;
  await releaseRegistration(work, registration, device);
  const signedOutAt = work.now;
  work.save(documentPaths.device(teamId, id), revised<Device>(device, { registration: null, signedOutAt }));
}
