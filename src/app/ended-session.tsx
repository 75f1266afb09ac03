/** A session that was ended elsewhere: what this browser keeps is erased, then it is left; the sign-in screen says so. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { ReadOutput } from '#api/reads.ts';
import { authToken } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { noteTeams } from '#src/data/client/left-teams.ts';
import { useCall } from '#react/call.ts';
import { usePort } from '#react/ports.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { useRuntime } from './runtime-context.tsx';
import styles from './start.module.css';
import { erasureAttempts, useErasure } from './use-erasure.ts';

export interface EndedSessionProps {
  readonly uid: string;
  readonly waiting: ReactNode;
  /** The session goes on: it was refused for another reason. */
  readonly onLive: () => void;
}

/** The person’s own profile was refused: asks whether the session was ended, and leaves it then. */
export function EndedSession({ uid, waiting, onLive }: EndedSessionProps) {
  const { outbox: storage } = useRuntime();
  const eraseTeams = useErasure();
  const auth = usePort(authToken);
  const leave = useMutation({ mutationFn: () => auth.signOut(), networkMode: 'always' });
  const erase = useMutation({
    mutationFn: () => eraseTeams(uid, noteTeams(storage, uid, null, [])),
    networkMode: 'always',
    retry: erasureAttempts.count,
    retryDelay: erasureAttempts.distanceMs,
    // The rest stays noted, and is erased when the person is next signed in here.
    onSettled: () => leave.mutate(),
  });
  const ask = useCall<ReadOutput<'readSession'>, object>('readSession', {
    onSuccess: ({ ended }) => (ended ? erase.mutate() : onLive()),
    onError: (error) => (isPortError(error, 'unauthenticated') ? erase.mutate() : onLive()),
  });
  const begin = useEffectEvent(() => ask.mutate({}));
  useEffect(() => begin(), []);
  if (!erase.isPending) return waiting;
  return (
    <main className={styles.start} aria-busy="true">
      <Waiting>This session was ended. Erasing what this browser kept of your teams…</Waiting>
    </main>
  );
}
