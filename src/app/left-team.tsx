/** Screen of a person who is no longer in a team: the browser’s copy is being erased, then a way on. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { isPortError } from '#ports/errors.ts';
import { teamsToErase } from '#src/data/client/left-teams.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import styles from './start.module.css';
import { useRuntime } from './runtime-context.tsx';
import { erasureAttempts, useErasure } from './use-erasure.ts';

// Shared script: each erases this browser's data, and another script would add its name to the first screen.
export { DeleteAccount } from './delete-account.tsx';

/** Message to a person who is no longer in the team. `onLeave`: called by the button that continues. */
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
  /** Whether to retry while another tab has the cache open. */
  readonly patient: boolean;
  readonly onDone: () => void;
}

export function Erasing({ uid, teams, waiting, patient, onDone }: ErasingProps) {
  const erase = useErasure();
  const { mutate } = useMutation({
    mutationFn: () => erase(uid, teams),
    networkMode: 'always',
    // Writes that waited too long still wait a moment later, so that error is not retried.
    retry: (count, error) =>
      patient && count < erasureAttempts.count && !isPortError(error, 'deadline-exceeded'),
    retryDelay: erasureAttempts.distanceMs,
    // A failed erasure stays noted, and is repeated later.
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

export interface EraseLaterProps {
  readonly uid: string;
  readonly onErase: (teams: readonly string[]) => void;
}

/**
 * Erases what is noted when this tab is left or come back to. Tabs that show other teams then let go of the cache together, for a second
 * or so: the one that is left and the one that is come to. Not while a dialog is open, which would be closed by it.
 */
export function EraseLater({ uid, onErase }: EraseLaterProps) {
  const { outbox: storage } = useRuntime();
  const look = useEffectEvent(() => {
    const teams = teamsToErase(storage, uid);
    if (teams.length > 0 && document.querySelector('[role=dialog], [role=alertdialog]') === null)
      onErase(teams);
  });
  useEffect(() => {
    const listen = () => look();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
  return null;
}
