/** What goes on for as long as a person is signed in, whichever screen they look at. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { attachOutbox } from '#src/live/outbox.ts';
import { useTeam } from '#src/live/team.tsx';
import { ClockProvider } from '#src/ui/clock.tsx';
import { useRuntime } from './runtime-context.tsx';

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { ticks } = useRuntime();
  const { team } = useTeam();
  useOutbox();
  return (
    <ClockProvider clock={ticks} teamZone={team.timezone}>
      {children}
    </ClockProvider>
  );
}

/** Commands that wait for the connection are kept, and those an earlier page left go out. */
function useOutbox(): void {
  const queries = useQueryClient();
  const { outbox } = useRuntime();
  const { me } = useTeam();
  useEffect(() => attachOutbox(queries, outbox, me.id), [queries, outbox, me.id]);
}
