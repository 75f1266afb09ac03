/** Erasing what this browser keeps of teams that its person is no longer in, with the limits of its waiting. */
import { useQueryClient } from '@tanstack/react-query';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { type LiveClock, useClock } from '#src/data/client/clock.tsx';
import { eraseTeams } from '#src/data/client/erase-teams.ts';
import { usePort } from '#react/ports.tsx';
import { useRuntime } from './runtime-context.tsx';

/** Longest wait for other teams’ writes, in milliseconds. */
const patienceMs = 2_000;
/** Number of attempts while another tab has the cache open, and their distance in milliseconds. */
export const erasureAttempts = { count: 10, distanceMs: 150 } as const;

/** An attempt of an erasure. @throws PortError while another tab has the cache open, and while writes wait */
export function useErasure(): (uid: string, teams: readonly string[]) => Promise<void> {
  const { outbox: storage } = useRuntime();
  const queries = useQueryClient();
  const docs = usePort(docsToken);
  const clock = useClock();
  return (uid, teams) =>
    eraseTeams({ docs, queries, storage, uid, teams, patience: () => tooLate(clock, patienceMs) });
}

const tooLate = (clock: LiveClock, ms: number): Promise<never> =>
  new Promise((_, reject) => {
    const stop = clock.every(ms, () => {
      stop();
      reject(new PortError('deadline-exceeded', 'Writes of other teams are still waiting.'));
    });
  });
