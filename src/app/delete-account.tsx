/** Deletion of the account, outside of any team: for who is in one, in several, and in none. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isPortError } from '#ports/errors.ts';
import { useSession } from '#src/data/client/session.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { links } from '#src/data/links.ts';
import {
  AccountDeleted,
  DeleteAccountScreen,
  type ErasureState,
} from '#src/features/me/delete-account-screen.tsx';
import { SessionGate } from './session-gate.tsx';
import { erasureAttempts, useErasure } from './use-erasure.ts';

export function DeleteAccount() {
  const session = useSession();
  const signOut = useSignOut();
  const erase = useErasure();
  const [, navigate] = useLocation();
  const [erasure, setErasure] = useState<ErasureState | null>(null);
  const { mutateAsync: eraseAll } = useMutation({
    mutationFn: ({ uid, teams }: { readonly uid: string; readonly teams: readonly string[] }) =>
      erase(uid, teams),
    networkMode: 'always',
    // Other tabs of this browser close the cache when their team’s screens go.
    retry: erasureAttempts.count,
    retryDelay: erasureAttempts.distanceMs,
  });
  if (erasure !== null)
    return <AccountDeleted erasure={erasure} onLeave={() => navigate(links.signIn(), { replace: true })} />;
  if (session.status !== 'signed-in') return <SessionGate>{null}</SessionGate>;
  const { user } = session;
  const leave = async (teams: readonly string[]) => {
    setErasure('under-way');
    const erased = await eraseAll({ uid: user.uid, teams }).then(() => true, unlessPortError);
    await signOut().catch(unlessPortError);
    setErasure(erased ? 'done' : 'failed');
  };
  return <DeleteAccountScreen user={user} onDeleted={leave} />;
}

function unlessPortError(error: unknown): false {
  if (!isPortError(error)) throw error;
  return false;
}
