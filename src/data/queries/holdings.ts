/** What a member of the team holds, asked of the server when it is about to be handed over. */
import { useQuery } from '@tanstack/react-query';
import { functionsToken } from '#ports/functions/functions.ts';
import { usePort } from '../client/ports.tsx';
import { readOptions } from '../client/reads.ts';
import { useTeam } from './team.tsx';

export function useHoldings(userId: string) {
  const functions = usePort(functionsToken);
  const { team } = useTeam();
  return useQuery(readOptions(functions, 'readHoldings', { teamId: team.id, userId }));
}
