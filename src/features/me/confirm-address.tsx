/** An address has to be confirmed before anything depends on it. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { authToken } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { explain } from '#src/data/client/errors.ts';
import { links, useAddressOf } from '#src/data/links.ts';
import { usePort } from '#react/ports.tsx';
import { useControl } from '#src/data/client/ports.tsx';
import { useSentTo } from '#src/data/queries/rehearsal.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RehearsalMailNote } from '#src/components/rehearsal-note.tsx';
import styles from './two-step.module.css';

export function ConfirmAddress({ email }: { readonly email: string }) {
  const auth = usePort(authToken);
  const addressOf = useAddressOf();
  const [sent, setSent] = useState(false);
  const send = useMutation({
    mutationFn: async () => offered(auth.mail).sendVerification({ continueUrl: addressOf(links.me()) }),
    networkMode: 'always',
    onSuccess: () => setSent(true),
  });
  // The link may be followed in another window: coming back is the time to look.
  const look = useEffectEvent(() => void auth.reload().catch(() => undefined));
  useEffect(() => {
    const back = () => look();
    window.addEventListener('focus', back);
    return () => window.removeEventListener('focus', back);
  }, []);

  if (!auth.mail)
    return (
      <p className={styles.muted}>
        A second step needs a confirmed address, and this server sends no mail to confirm {email} with.
      </p>
    );
  return (
    <div className={styles.stack}>
      <Banner
        kind={sent ? 'info' : 'caution'}
        action={
          <Button size="small" busy={send.isPending && 'Sending…'} onClick={() => send.mutate()}>
            {sent ? 'Send it again' : 'Email me a link'}
          </Button>
        }
      >
        {sent
          ? `A link is on its way to ${email}. Open it, then come back here.`
          : `Confirm that ${email} is yours first: it is the way back in if you lose your second step.`}
      </Banner>
      <ProblemText text={send.error && explain(send.error)} />
      {sent && <Rehearsed to={email} />}
    </div>
  );
}

function Rehearsed({ to }: { readonly to: string }) {
  const rehearsing = useControl() !== null;
  const message = useSentTo(to);
  return rehearsing && <RehearsalMailNote message={message} action="Confirm the address" />;
}
