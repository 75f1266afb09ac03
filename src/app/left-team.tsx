/** What a person sees who is no longer in a team: that the browser’s copy of it is erased, and then a way on. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import styles from './start.module.css';
import { erasureAttempts, useErasure } from './use-erasure.ts';

// One script: both erase what this browser keeps, and a script more costs the first screen its name.
export { DeleteAccount } from './delete-account.tsx';

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
  const erase = useErasure();
  const { mutate } = useMutation({
    mutationFn: () => erase(uid, teams),
    networkMode: 'always',
    retry: waiting === null ? erasureAttempts.count : 0,
    retryDelay: erasureAttempts.distanceMs,
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
