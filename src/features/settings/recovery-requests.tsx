/** Members who can't get past the second step of signing in: owners approve that it is removed, or stop it. */
import { useState } from 'react';
import type { TeamRecovery } from '#domain/account/recovery.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useOpenRecoveries } from '#src/data/queries/recoveries.ts';
import { useMay, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './members.module.css';

/** Open recoveries; nothing for those who don't decide, and without any. */
export function RecoveryRequests() {
  const decides = useMay()('recoverMembers').allowed;
  return decides ? <Requests /> : null;
}

function Requests() {
  const { data, failure } = useView(useOpenRecoveries());
  if (failure !== null && data === undefined)
    return (
      <Panel title="Lost second steps" frame="box">
        <QueryProblem title="Requests for a recovery can’t be read" failure={failure} />
      </Panel>
    );
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Lost second steps" count={items.length} frame="box">
      <ul className={styles.requests}>
        {items.map(({ value }) => (
          <Request key={value.id} request={value} />
        ))}
      </ul>
    </Panel>
  );
}

function Request({ request }: { readonly request: TeamRecovery }) {
  const { me } = useTeam();
  const people = usePeople();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const { id, earliestAt, expiresAt, approvedBy, approvedAt, othersWaiting } = request;
  const name = people.name(id);
  const approve = useDialogCommand('decideRecovery', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('The approval is queued', 'It is sent when the connection is back.'),
    failedLater: (error) => toasts.error('The recovery was not approved', explain(error)),
  });
  const stop = useCommand('decideRecovery', {
    onSuccess: () => toasts.done(`The recovery of ${name} is stopped`),
    onError: (error) => toasts.error('The recovery was not stopped', explain(error)),
  });
  const own = id === me.id && 'Another owner has to approve your own recovery.';
  return (
    <li className={styles.request}>
      <Avatar person={{ id, name }} decorative />
      <div className={styles.about}>
        <p className={styles.requestName}>{name} can’t get past the second step of signing in</p>
        <p className={styles.requestNote}>
          Asked <Time at={request.createdAt} />.{' '}
          {approvedAt === null || approvedBy === null ? (
            <>
              Nobody here has approved. It ends <Time at={expiresAt} />.
            </>
          ) : (
            <>
              {people.name(approvedBy)} approved <Time at={approvedAt} />.{' '}
              {othersWaiting > 0 ? (
                'Another team has not decided yet.'
              ) : (
                <>
                  The second step is removed <Time at={earliestAt} />.
                </>
              )}
            </>
          )}
        </p>
      </div>
      <div className={styles.decide}>
        <Button
          size="small"
          busy={stop.isPending && !stop.isPaused && 'Stopping…'}
          onClick={() => stop.mutate({ userId: id, approve: false })}
        >
          Stop it
        </Button>
        {approvedAt === null ? (
          <Button size="small" variant="primary" disabledReason={own} onClick={() => setAsking(true)}>
            Approve
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Approve the recovery of ${name}?`}
        confirmLabel="Approve"
        busy={approve.pending && 'Approving…'}
        problem={approve.problem}
        onConfirm={() => approve.send({ userId: id, approve: true })}
      >
        Speak to {name} in person or by phone first: whoever knows the password gets in afterwards. The second
        step is removed <Time at={earliestAt} /> at the earliest, once all teams of {name} have approved.
      </ConfirmDialog>
    </li>
  );
}
