/** Above every screen: that somebody asks to remove the second step of this person, or that it was removed. A script of its own. */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountCallName } from '#api/account.ts';
import { authToken } from '#ports/auth/auth.ts';
import type { PortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { type CallCallbacks, useCall } from '#react/call.ts';
import { usePort } from '#react/ports.tsx';
import { useMyProfile } from '#src/data/queries/profile.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { links } from '#src/data/links.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function RecoveryNotice() {
  const { user } = useTeam();
  const profile = useMyProfile();
  const toasts = useToasts();
  const auth = usePort(authToken);
  const onError = (error: PortError) => toasts.error('That was not done', explain(error));
  const stop = useAccountCall('stopRecovery', {
    onSuccess: () =>
      toasts.done('The recovery is stopped', 'If it was not you who asked, change your password.'),
    onError,
  });
  const dismiss = useAccountCall('dismissRecovery', { onError });
  const earliestAt = profile?.recoveryEarliestAt ?? null;
  const removedAt = profile?.factorsRemovedAt ?? null;
  // A session that was open then still knows the old factors.
  const renewed = removedAt !== null && user.factors.some(({ enrolledAt }) => enrolledAt >= removedAt);
  const stale = removedAt !== null && !renewed && user.factors.length > 0;
  const { mutate: reload } = useMutation({ mutationFn: () => auth.reload(), networkMode: 'always' });
  useEffect(() => {
    if (stale) reload();
  }, [stale, reload]);
  return (
    <>
      {earliestAt === null ? null : (
        <Banner
          kind="danger"
          form="strip"
          action={
            <Button size="small" busy={stop.isPending && 'Stopping…'} onClick={() => stop.mutate({})}>
              Stop it
            </Button>
          }
        >
          Somebody asks to remove your second step at sign-in, <Time at={earliestAt} /> at the earliest. Stop
          it if that was not you, or if you can use the second step again.
        </Banner>
      )}
      {removedAt === null || renewed ? null : (
        <Banner
          kind="caution"
          form="strip"
          onDismiss={() => dismiss.mutate({})}
          action={
            <Link href={links.me()} look="button">
              Add a second step
            </Link>
          }
        >
          Your second step at sign-in was removed <Time at={removedAt} />: your password alone opens your
          account.
        </Banner>
      )}
    </>
  );
}

const useAccountCall = (name: AccountCallName, callbacks: CallCallbacks<unknown, object>) =>
  useCall<unknown, object>(name, callbacks);
