/**
 * A new invite, mailed by the server or to hand over: as a mail in the inviter's own mail program, as a message to copy or share, as a link and as a QR code. Shown once:
 * only this browser has the token.
 */
import Mail from 'lucide-react/icons/mail';
import Share2 from 'lucide-react/icons/share-2';
import { inviteDraft, inviteMessage, type InviteMessage } from '#domain/team/invite-message.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { Time } from '#src/ui/time.tsx';
import type { MadeInvite } from './draw-invite.ts';
import styles from './members.module.css';

interface InviteMadeProps {
  readonly invite: MadeInvite;
  /** The invite has been handed over. */
  readonly onDone: () => void;
}

export function InviteMade({ invite, onDone }: InviteMadeProps) {
  const { link, role, address, expiresAt, mail } = invite;
  const { team, me } = useTeam();
  const fields = { teamName: team.name, inviterName: me.displayName, role, link, expiresAt };
  const message = inviteMessage(fields);
  return (
    <>
      <div className={styles.made}>
        <div className={styles.ways}>
          <div className={styles.foot}>
            <Link href={inviteDraft(address, fields)} look="button">
              <Mail className="icon" aria-hidden="true" />
              Write the mail
            </Link>
            <Share message={message} />
          </div>
          <div>
            <p className={styles.label}>Message{address === null ? '' : ` to ${address}`}</p>
            <div className={styles.link}>
              <p className={styles.message}>{message.body}</p>
              <CopyButton text={message.body} label="Copy the message" />
            </div>
            <p className={styles.muted}>{mailSentence(mail)}</p>
          </div>
          <div>
            <p className={styles.label}>Link alone</p>
            <div className={styles.link}>
              <code>{link}</code>
              <CopyButton text={link} label="Copy the link" />
            </div>
          </div>
          <p className={styles.muted}>
            Whoever opens it first joins as {role}, until <Time at={expiresAt} form="moment" />. It is shown
            only now: Muster {mail === 'sending' ? 'keeps it until the mail is sent' : 'doesn’t keep it'}.
          </p>
        </div>
        <div className={styles.qr}>
          <QrCode text={link} label="QR code of the invite" />
        </div>
      </div>
      <div className={styles.foot}>
        <Button variant="primary" onClick={onDone}>
          I have passed it on
        </Button>
      </div>
    </>
  );
}

const mailSentence = (mail: MadeInvite['mail']): string => {
  if (mail === 'sending')
    return 'Muster mails it now. If that fails you get a notice, and it shows in the list below; the link works all the same.';
  return mail === 'limit'
    ? 'Muster has mailed too many invites today: write it from your own mail, or another way.'
    : 'Muster sends nothing: write it from your own mail, or another way.';
};

/** The share sheet of the device; nothing where there is none. */
function Share({ message: { subject, body } }: { readonly message: InviteMessage }) {
  if (!('share' in navigator)) return null;
  // Closing the sheet is the person's own choice, and a sheet that fails leaves the other ways.
  const share = () => void navigator.share({ title: subject, text: body }).catch(() => undefined);
  return (
    <Button icon={<Share2 className="icon" />} onClick={share}>
      Share…
    </Button>
  );
}
