/** What a person sees who is no longer in a team: that the browser’s copy of it is erased, and then a way on. A script of its own. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { type LiveClock, useClock } from '#src/data/client/clock.tsx';
import { eraseTeams } from '#src/data/client/erase-teams.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { useRuntime } from './runtime-context.tsx';
import styles from './start.module.css';

/** How long erasing waits for other teams’ writes, in milliseconds. */
const patienceMs = 2_000;
/** How often erasing is tried while another tab has the cache open, and at what distance in milliseconds. */
const attempts = { count: 10, distanceMs: 150 } as const;

/** `onLeave`: the person has read it. */
export const LeftTeam = ({ onLeave }: { readonly onLeave: () => void }) => (
  <main className={styles.start}>
    <h1 className="visually-hidden">You are no longer in this team</h1>
    <EmptyState
      title="You are no longer in this team"
      action={
        <Button variant="primary" onClick={onLeave}>
          Go on to Muster
        </Button>
      }
    >
      You left it, or an owner has removed you. What this browser kept of it is erased. Ask an owner for an
      invite if you should be in it.
    </EmptyState>
  </main>
);

export interface ErasingProps {
  readonly uid: string;
  readonly teams: readonly string[];
  /** Null: says what is done, because nobody has said it yet. */
  readonly waiting: ReactNode;
  readonly onDone: () => void;
}

export function Erasing({ uid, teams, waiting, onDone }: ErasingProps) {
  const { outbox: storage } = useRuntime();
  const queries = useQueryClient();
  const docs = usePort(docsToken);
  const clock = useClock();
  const { mutate } = useMutation({
    mutationFn: () =>
      eraseTeams({ docs, queries, storage, uid, teams, patience: () => tooLate(clock, patienceMs) }),
    networkMode: 'always',
    retry: waiting === null ? attempts.count : 0,
    retryDelay: attempts.distanceMs,
    // One that did not succeed stays noted, and is done when Muster is next opened.
    onSettled: onDone,
  });
  const begin = useEffectEvent(() => mutate());
  useEffect(() => begin(), []);
  if (waiting !== null) return waiting;
  return (
    <main className={styles.start} aria-busy="true">
      <Waiting>You are no longer in this team. Erasing what this browser kept of it…</Waiting>
    </main>
  );
}

const tooLate = (clock: LiveClock, ms: number): Promise<never> =>
  new Promise((_, reject) => {
    const stop = clock.every(ms, () => {
      stop();
      reject(new PortError('deadline-exceeded', 'Writes of other teams are still waiting.'));
    });
  });
