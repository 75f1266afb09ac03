/** Deletion of the account, outside of any team: for who is in one, in several, and in none. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isPortError } from '#ports/errors.ts';
import { noteTeams } from '#src/data/client/left-teams.ts';
import { useSession } from '#src/data/client/session.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { links } from '#src/data/links.ts';
import type { ErasureState } from '#src/features/me/delete-account-screen.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { forgetLastTeam } from './last-team.ts';
import { useRuntime } from './runtime-context.tsx';
import { SessionGate } from './session-gate.tsx';
import { erasureAttempts, useErasure } from './use-erasure.ts';

const load = () => import('#src/features/me/me-screen.tsx');
const parts = {
  screen: lazyPart(load, 'DeleteAccountScreen'),
  deleted: lazyPart(load, 'AccountDeleted'),
} as const;

export function DeleteAccount() {
  const session = useSession();
  const signOut = useSignOut();
  const erase = useErasure();
  const { outbox: storage } = useRuntime();
  const [, navigate] = useLocation();
  const [erasure, setErasure] = useState<ErasureState | null>(null);
  const { mutateAsync: eraseAll } = useMutation({
    mutationFn: ({ uid, teams }: { readonly uid: string; readonly teams: readonly string[] }) =>
      erase(uid, [...new Set([...teams, ...noteTeams(storage, uid, null, [])])]),
    networkMode: 'always',
    // Other tabs of this browser close the cache once their team’s screens are gone.
    retry: (count, error) => count < erasureAttempts.count && !isPortError(error, 'deadline-exceeded'),
    retryDelay: erasureAttempts.distanceMs,
  });
  if (erasure !== null)
    return (
      <parts.deleted.Component
        erasure={erasure}
        onLeave={() => navigate(links.signIn(), { replace: true })}
      />
    );
  if (session.status !== 'signed-in') return <SessionGate>{null}</SessionGate>;
  const { user } = session;
  const leave = async (teams: readonly string[]) => {
    setErasure('under-way');
    forgetLastTeam(user.uid);
    const erased = await eraseAll({ uid: user.uid, teams }).then(() => true, unlessPortError);
    await signOut().catch(unlessPortError);
    setErasure(erased ? 'done' : 'failed');
  };
  return <parts.screen.Component user={user} onDeleted={leave} />;
}

function unlessPortError(error: unknown): false {
  if (!isPortError(error)) throw error;
  return false;
}
