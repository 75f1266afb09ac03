/** Profile of the signed-in person on the server, whatever team is open. */
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths } from '#api/paths.ts';
import { useServerDocument } from '../client/documents.ts';
import { useTeam } from './team.tsx';

/** Profile of the signed-in person; undefined while loading. */
export function useMyProfile(): UserProfile | undefined {
  const { user } = useTeam();
  return useServerDocument(documentPaths.user(user.uid), userProfileSchema).data?.value;
}
