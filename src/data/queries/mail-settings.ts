/** Mail settings of the reader in the team: read from the server, which alone knows whether it sends mail. */
import { useQuery } from '@tanstack/react-query';
import { functionsToken } from '#ports/functions/functions.ts';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '../client/reads.ts';
import { useTeam } from './team.tsx';

/** `enabled` false: nothing is requested. */
export function useMailSettings(enabled = true) {
  const { team } = useTeam();
  return useQuery({
    ...readOptions(usePort(functionsToken), 'readMailSettings', { teamId: team.id }),
    enabled,
  });
}
