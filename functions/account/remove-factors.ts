/** The end of every recovery: the second factors are taken away, and the person is told wherever they can be. */
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import type { AuditEvent } from '#api/audit-events.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { auditRecovery, notifyPerson } from './recovery-notices.ts';
import { membersOfPerson } from './teams.ts';

interface Removal {
  readonly event: AuditEvent;
  readonly by: string;
  /** Text on the person's devices. */
  readonly body: string;
  /** Further changes of the profile. */
  readonly changes?: Partial<UserProfile>;
}

/** @throws PortError auth/user-not-found from the commit */
export async function removeFactors(
  work: CommandWork,
  userId: string,
  { event, by, body, changes = {} }: Removal,
): Promise<void> {
  work.beforeCommit(({ users }) => users.removeSecondFactors(userId));
  const path = documentPaths.user(userId);
  const profile = await work.get(userProfileSchema, path);
  if (profile === null) return;
  work.save(path, revised<UserProfile>(profile, { ...changes, factorsRemovedAt: work.now }));
  const members = await membersOfPerson(work, profile);
  await notifyPerson(work, members, { title: 'Your second step at sign-in was removed', body, link: '/me' });
  auditRecovery(work, members, event, by);
}
