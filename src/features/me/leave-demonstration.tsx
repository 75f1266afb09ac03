/** The way out of a demonstration team that I joined to look around: back to the choice of founding a team. */
import { useState } from 'react';
import { leavingFailure } from '#domain/team/membership.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';

export function LeaveDemonstration() {
  const { team, me, user } = useTeam();
  const toasts = useToasts();
  const [asked, setAsked] = useState(false);
  const leave = useDialogCommand('leaveTeam', {
    open: asked,
    close: () => setAsked(false),
    queued: () => toasts.done('Leaving is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`You are still in ${team.name}`, explain(error)),
  });
  // A guest is in no other team, and leaves by signing out.
  if (user.isAnonymous || !team.demonstration || leavingFailure(team, me, 2) !== null) return null;
  return (
    <div className={styles.leave}>
      <Button busy={leave.pending && 'Leaving…'} onClick={() => setAsked(true)}>
        Leave {team.name}
      </Button>
      <p className={styles.muted}>
        A demonstration team. Once you have left it you can start a team of your own.
      </p>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Leave ${team.name}?`}
        confirmLabel="Leave"
        busy={leave.pending && 'Leaving…'}
        problem={leave.problem}
        onConfirm={() => leave.send({ replacementId: null })}
      >
        You no longer see this team, and it no longer pages you. What you wrote stays. You can join it again.
      </ConfirmDialog>
    </div>
  );
}
