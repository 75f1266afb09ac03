/** Invites: making one, handing it over as a mail, a message, a link or a QR code, and the open ones below. */
import { useState } from 'react';
import { type Invite, isUsable } from '#domain/team/invite.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useOpenInvites } from '#src/data/queries/invites.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { useClockText } from '#src/ui/clock.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import type { MadeInvite } from './draw-invite.ts';
import { InviteForm } from './invite-form.tsx';
import { InviteMade } from './invite-made.tsx';
import { FailedInviteMail, inviteMailLabels } from './invite-mail-state.tsx';
import { roleTitles } from './role-titles.ts';
import styles from './members.module.css';

export function InvitesSection() {
  const [made, setMade] = useState<MadeInvite | null>(null);
  const verdict = useMayRun()('inviteMember');
  return (
    <>
      {made === null ? (
        <Panel title="Invite somebody" frame="box">
          <InviteForm onMade={setMade} />
        </Panel>
      ) : (
        <Panel title="The invite is made" frame="box">
          <InviteMade invite={made} onDone={() => setMade(null)} />
        </Panel>
      )}
      {verdict.allowed ? <OpenInvites onReplaced={setMade} /> : null}
    </>
  );
}

interface OpenInvitesProps {
  /** A new invite has taken the place of one whose mail could not be sent. */
  readonly onReplaced: (made: MadeInvite) => void;
}

function OpenInvites({ onReplaced }: OpenInvitesProps) {
  const view = useView(useOpenInvites());
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const now = Number(useClockText((at) => String(Math.floor(at / 60_000) * 60_000)));
  const open = (view.data?.items ?? [])
    .map(({ value }) => value)
    .filter((invite) => isUsable(invite, now))
    .toSorted((one, other) => one.expiresAt - other.expiresAt);
  return (
    <Panel title="Open invites" count={view.data === undefined ? undefined : open.length} frame="box" flush>
      <QueryView
        view={{ ...view, data: view.data && { ...view.data, items: open } }}
        failed="The invites can’t be read"
        loading={<Skeleton label="Loading the invites" shape="rows" count={2} />}
        empty={
          <p className={styles.none}>No invite is open. Make one above: its link is good for one person.</p>
        }
      >
        {({ items }) => (
          <ul className={styles.list} aria-label="Open invites">
            {items.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                onRevoke={() => setRevoking(invite)}
                onReplaced={onReplaced}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {revoking ? <Revoking invite={revoking} onClose={() => setRevoking(null)} /> : null}
    </Panel>
  );
}

const nameOf = ({ note, address }: Invite): string => note || address || 'Somebody with the link';

interface InviteRowProps extends OpenInvitesProps {
  readonly invite: Invite;
  readonly onRevoke: () => void;
}

function InviteRow({ invite, onRevoke, onReplaced }: InviteRowProps) {
  const people = usePeople();
  const verdict = useMayRun()('revokeInvite');
  const { role, createdBy, address, expiresAt, mailStatus = 'none' } = invite;
  const name = nameOf(invite);
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {address !== null && address !== name ? `${address} · ` : ''}invited by {people.name(createdBy)} ·
          until <Time at={expiresAt} form="moment" />
          {inviteMailLabels[mailStatus]}
        </span>
      </span>
      <span className={styles.role}>{roleTitles[role]}</span>
      <Button
        size="small"
        aria-label={`Revoke the invite of ${name}`}
        disabledReason={!verdict.allowed && verdict.reason}
        onClick={onRevoke}
      >
        Revoke
      </Button>
      {mailStatus === 'failed' && <FailedInviteMail invite={invite} onReplaced={onReplaced} />}
    </li>
  );
}

function Revoking({ invite, onClose }: { readonly invite: Invite; readonly onClose: () => void }) {
  const toasts = useToasts();
  const revoke = useDialogCommand('revokeInvite', {
    close: onClose,
    queued: () => toasts.done('This is queued', 'The invite is revoked when the connection is back.'),
    failedLater: (error) => toasts.error('The invite was not revoked', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke the invite of ${nameOf(invite)}?`}
      confirmLabel="Revoke invite"
      danger
      busy={revoke.pending && 'Revoking…'}
      problem={revoke.problem}
      onConfirm={() => revoke.send({ inviteId: invite.id }, () => toasts.done('The invite is revoked'))}
    >
      Its link lets nobody in from then on. You can make another invite.
    </ConfirmDialog>
  );
}
