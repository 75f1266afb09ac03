/** Link of a new invite as text and QR code, and its mail. Shown once: only this browser has the token. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { authToken } from '#ports/auth/auth.ts';
import { explain } from '#src/data/client/errors.ts';
import { useCapability, usePort } from '#src/data/client/ports.tsx';
import { links } from '#src/data/links.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import type { MadeInvite } from './invite-form.tsx';
import styles from './members.module.css';

interface InviteMadeProps {
  readonly invite: MadeInvite;
  /** The link has been handed over. */
  readonly onDone: () => void;
}

export function InviteMade({ invite, onDone }: InviteMadeProps) {
  const { link, role, address, days } = invite;
  return (
    <>
      <div className={styles.made}>
        <div className={styles.ways}>
          {address === null ? null : <Mail invite={invite} address={address} />}
          <div>
            <p className={styles.label}>Link</p>
            <div className={styles.link}>
              <code>{link}</code>
              <CopyButton text={link} label="Copy the link" />
            </div>
          </div>
          <p className={styles.muted}>
            Whoever opens it first joins as {role}, within {days === 1 ? 'a day' : `${days} days`}. It is
            shown only now: Muster doesn’t keep it.
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

/** A sign-in link by mail that carries the invite; where the backend sends none, the link is handed over. */
function Mail({ invite, address }: { readonly invite: MadeInvite; readonly address: string }) {
  const auth = usePort(authToken);
  const canSend = useCapability('auth.email-link');
  const { mutate, isSuccess, isPending, error } = useMutation({
    mutationFn: () => {
      const to = new URL(`${links.signIn()}?to=${encodeURIComponent(links.invite())}`, location.origin);
      to.hash = invite.fragment;
      return auth.sendSignInLink(address, { continueUrl: to.href });
    },
    networkMode: 'always',
  });
  const sent = useRef(false);
  const send = useEffectEvent(() => {
    if (!canSend || sent.current) return;
    sent.current = true;
    mutate();
  });
  useEffect(() => send(), []);
  if (!canSend)
    return <p>This Muster sends no mail. Copy the link below, and send it to {address} yourself.</p>;
  if (isPending) return <Waiting>{`Sending a mail to ${address}…`}</Waiting>;
  if (isSuccess)
    return (
      <output>
        A mail is on its way to {address}. Its link signs in whoever opens it, and leads to the invite.
      </output>
    );
  return (
    <div className={styles.foot}>
      <ProblemText
        text={
          error === null ? null : `The mail was not sent. ${explain(error)} Or send the link below yourself.`
        }
      />
      <Button onClick={() => mutate()}>Send it again</Button>
    </div>
  );
}
