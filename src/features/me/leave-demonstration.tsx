/** Button that leaves a demonstration team; the choice of founding a team follows. */
import { useState } from 'react';
import { leavingFailure } from '#domain/team/membership.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSuccession } from '#src/data/queries/succession.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Successor } from '#src/components/successor.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';

export function LeaveDemonstration() {
  const { team, me, user } = useTeam();
  const [asked, setAsked] = useState(false);
  // A guest is in no other team, and leaves by signing out.
  if (user.isAnonymous || !team.demonstration || leavingFailure(team, me, 2) !== null) return null;
  return (
    <div className={styles.leave}>
      <Button onClick={() => setAsked(true)}>Leave {team.name}</Button>
      <p className={styles.muted}>
        A demonstration team. Once you have left it you can start a team of your own.
      </p>
      {asked ? <Leaving onClose={() => setAsked(false)} /> : null}
    </div>
  );
}

function Leaving({ onClose }: { readonly onClose: () => void }) {
  const { team, me } = useTeam();
  const toasts = useToasts();
  const { choice, missing, replacementId } = useSuccession(me, null);
  const leave = useDialogCommand('leaveTeam', {
    close: onClose,
    queued: () => toasts.done('Leaving is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`You are still in ${team.name}`, explain(error)),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Leave ${team.name}?`}
      description="You no longer see this team, and it no longer pages you. What you wrote stays. You can join it again."
      onSubmit={() => {
        if (!missing) leave.send({ replacementId });
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={missing && 'Choose who takes over what you hold.'}
            busy={leave.pending && 'Leaving…'}
          >
            Leave
          </Button>
        </>
      }
    >
      <Successor {...choice} name={null} />
      <ProblemText text={leave.problem} />
    </Dialog>
  );
}
