/** Figures of the whole server, for those who may configure the team. */
import { useQuery } from '@tanstack/react-query';
import { functionsToken } from '#ports/functions/functions.ts';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '../client/reads.ts';
import { useTeam } from './team.tsx';

/** `figures` is null where the provider keeps them elsewhere. */
export function useServerFigures() {
  const { team } = useTeam();
  return useQuery(readOptions(usePort(functionsToken), 'readServerFigures', { teamId: team.id }));
}
