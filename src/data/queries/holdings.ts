/** Holdings of a member, read from the server before a hand-over. */
import { useQuery } from '@tanstack/react-query';
import { functionsToken } from '#ports/functions/functions.ts';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '../client/reads.ts';
import { useTeam } from './team.tsx';

export function useHoldings(userId: string) {
  const functions = usePort(functionsToken);
  const { team } = useTeam();
  return useQuery(readOptions(functions, 'readHoldings', { teamId: team.id, userId }));
}
