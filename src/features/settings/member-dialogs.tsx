/** Dialogs about a member: another role, the ownership, and the removal. Each asks for confirmation. */
import { useState } from 'react';
import { roleSentences } from '#domain/permission-words.ts';
import { rank } from '#domain/permissions.ts';
import { removalFailure } from '#domain/team/membership.ts';
import { teamRoles, type Member, type TeamRole } from '#domain/team/schema.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useSuccession } from '#src/data/queries/succession.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Successor } from '#src/components/successor.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { roleTitles } from './role-titles.ts';

export type MemberDialogKind = 'role' | 'transfer' | 'remove' | 'leave';

export interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function MemberDialog({ kind, ...props }: MemberDialogProps & { readonly kind: MemberDialogKind }) {
  switch (kind) {
    case 'role':
      return <RoleDialog {...props} />;
    case 'transfer':
      return <TransferDialog {...props} />;
    case 'remove':
    case 'leave':
      return <GoingDialog {...props} kind={kind} />;
  }
}

/** Reason why the last owner can’t leave or change the role; null for everybody else. */
export function useLastOwnerReason(): (member: Member) => string | null {
  const people = usePeople();
  const owners = people.all.filter(({ role }) => role === 'owner').length;
  return (member) => removalFailure(member, owners)?.error.message ?? null;
}

function RoleDialog({ member, onClose }: MemberDialogProps) {
  const toasts = useToasts();
  const [role, setRole] = useState<TeamRole>(member.role);
  const lowered = rank(role) < rank(member.role);
  const succession = useSuccession(member, role);
  const holdsSomething = (succession.choice.holdings?.length ?? 0) > 0;
  const lastOwner = useLastOwnerReason()(member);
  const save = useDialogCommand('setMemberRole', {
    close: onClose,
    queued: () => toasts.done('The role is queued', 'It changes when the connection is back.'),
    failedLater: (error) => toasts.error(`${member.displayName} keeps the role`, explain(error)),
  });
  const { id: userId, displayName, revision: expectedRevision } = member;
  const reason =
    role === member.role
      ? 'Choose another role.'
      : lastOwner !== null
        ? lastOwner
        : lowered && role === 'viewer' && succession.missing && 'Choose who takes over.';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Role of ${displayName}`}
      onSubmit={() => {
        if (reason) return;
        const replacementId = lowered ? succession.replacementId : null;
        save.send({ userId, role, replacementId, expectedRevision }, () =>
          toasts.done(`${displayName} is ${roleTitles[role].toLowerCase()} now`),
        );
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabledReason={reason} busy={save.pending && 'Saving…'}>
            Save role
          </Button>
        </>
      }
    >
      <RadioCards
        label="Role"
        hideLabel
        options={teamRoles.map((value) => ({
          value,
          label: roleTitles[value],
          hint: roleSentences[value],
        }))}
        value={role}
        onChange={setRole}
      />
      {lowered && (role === 'viewer' || holdsSomething) ? (
        <Successor {...succession.choice} name={displayName} />
      ) : null}
      <ProblemText text={save.problem} />
    </Dialog>
  );
}

function TransferDialog({ member, onClose }: MemberDialogProps) {
  const { team } = useTeam();
  const toasts = useToasts();
  const transfer = useDialogCommand('transferOwnership', {
    close: onClose,
    queued: () => toasts.done('The transfer is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error('The team was not transferred', explain(error)),
  });
  const { id: userId, displayName } = member;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Make ${displayName} the owner of ${team.name}?`}
      confirmLabel="Transfer the team"
      danger
      busy={transfer.pending && 'Transferring…'}
      problem={transfer.problem}
      onConfirm={() => transfer.send({ userId }, () => toasts.done(`${displayName} owns ${team.name} now`))}
    >
      You become an admin, and open invites of admins that you made are revoked. Only an owner can make you an
      owner again.
    </ConfirmDialog>
  );
}

/** Removal by an owner, and leaving by oneself. */
function GoingDialog({ member, kind, onClose }: MemberDialogProps & { readonly kind: 'remove' | 'leave' }) {
  const { team } = useTeam();
  const toasts = useToasts();
  const succession = useSuccession(member, null);
  const options = {
    close: onClose,
    queued: () => toasts.done('This is queued', 'It is done when the connection is back.'),
    failedLater: (error: unknown) =>
      toasts.error(`${member.displayName} is still in ${team.name}`, explain(error)),
  };
  const removal = useDialogCommand('removeMember', options);
  const leaving = useDialogCommand('leaveTeam', options);
  const leaves = kind === 'leave';
  const { pending, problem } = leaves ? leaving : removal;
  const { id: userId, displayName } = member;
  const go = () => {
    if (succession.missing) return;
    const { replacementId } = succession;
    if (leaves) leaving.send({ replacementId });
    else
      removal.send({ userId, replacementId }, () => toasts.done(`${displayName} is no longer in the team`));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={leaves ? `Leave ${team.name}?` : `Remove ${displayName} from ${team.name}?`}
      description={
        leaves
          ? 'You no longer see this team, and it no longer pages you. What you wrote stays, under your name. To come back you need an invite.'
          : 'They no longer see this team, and it no longer pages them, from this moment. What they wrote stays, under their name.'
      }
      onSubmit={go}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabledReason={succession.missing && 'Choose who takes over what they hold.'}
            busy={pending && (leaves ? 'Leaving…' : 'Removing…')}
          >
            {leaves ? 'Leave team' : 'Remove member'}
          </Button>
        </>
      }
    >
      <Successor {...succession.choice} name={displayName} />
      <ProblemText text={problem} />
    </Dialog>
  );
}
