/** State of an invite's mail in the list; where it could not be sent, the way to a new link that is handed over by other means. */
import { constants } from '#domain/constants.ts';
import type { Invite } from '#domain/team/invite.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { drawInvite, type MadeInvite } from './draw-invite.ts';
import styles from './members.module.css';

/** Part of the line below the invite's name. */
export const inviteMailLabels: Readonly<Record<NonNullable<Invite['mailStatus']>, string>> = {
  none: '',
  queued: ' · the mail is being sent',
  sent: ' · mailed',
  failed: '',
};

interface FailedInviteMailProps {
  readonly invite: Invite;
  /** A new invite has taken the place of this one. */
  readonly onReplaced: (made: MadeInvite) => void;
}

export function FailedInviteMail({ invite, onReplaced }: FailedInviteMailProps) {
  const { team } = useTeam();
  const toasts = useToasts();
  const verdict = useMayRun()('inviteMember');
  const revoke = useCommand('revokeInvite');
  const { id, role, note, address, mailProblem } = invite;
  const replace = useDialogCommand('inviteMember', {
    close: () => undefined,
    queued: () => toasts.done('The invite is queued', 'Its link shows here when the connection is back.'),
    failedLater: (error) => toasts.error('Nobody was invited', explain(error)),
  });
  const send = () => {
    const { inviteId, link } = drawInvite(team.id);
    const input = { inviteId, role, note, address, days: constants.inviteDays, token: null };
    replace.send(input, ({ expiresAt, mail }) => {
      revoke.mutate({ inviteId: id });
      onReplaced({ link, role, address, expiresAt, mail });
    });
  };
  return (
    <div className={styles.failed}>
      <p>
        The mail could not be sent: {mailProblem} Its link is not stored. Make a new one and pass it on
        yourself.
      </p>
      <ProblemText text={replace.problem} />
      <Button
        size="small"
        disabledReason={!verdict.allowed && verdict.reason}
        busy={replace.pending && 'Making the link…'}
        onClick={send}
      >
        Make a new link
      </Button>
    </div>
  );
}
