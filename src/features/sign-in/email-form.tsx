/** An address, to which a link is sent: one that signs in, or one that resets the password. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import MailCheck from 'lucide-react/icons/mail-check';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useSearch } from 'wouter';
import { offered } from '#src/data/client/extensions.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { rememberedInvite } from '#src/data/client/invite-link.ts';
import { links } from '#src/data/links.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { linkAddressDraft } from './link-address.ts';
import { RehearsalMail } from './rehearsal-mail.tsx';
import { email } from '#src/data/account-schemas.ts';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

const asked = v.object({ email });

interface EmailFormProps {
  readonly signIn: SignIn;
  readonly kind: 'link' | 'reset';
}

export function EmailForm({ signIn, kind }: EmailFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [, keepAddress] = useDraft(linkAddressDraft);
  const search = useSearch();
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(asked),
    defaultValues: { email: signIn.address },
  });
  const submit = handleSubmit(({ email: address }) => send(address));

  const send = async (address: string) => {
    signIn.setAddress(address);
    const done = await signIn.attempt(kind, async (auth) => {
      const settings = { continueUrl: backHere(search) };
      return kind === 'link'
        ? offered(auth.links).send(address, settings)
        : offered(auth.mail).sendPasswordReset(address, settings);
    });
    if (!done) return;
    if (kind === 'link') keepAddress(address);
    setSentTo(address);
  };

  if (sentTo !== null)
    return (
      <div className={styles.form}>
        <output className={styles.sent}>
          <MailCheck className="icon" aria-hidden="true" />
          <span>
            {kind === 'link'
              ? `A link is on its way to ${sentTo}. Open it in this browser, and you are in.`
              : `If there is an account for ${sentTo}, a link to choose a new password is on its way.`}
          </span>
        </output>
        <RehearsalMail to={sentTo} action={kind === 'link' ? 'Sign in with it' : 'Choose a new password'} />
        <ProblemText text={signIn.error} />
        <PlainButton wide busy={signIn.busy === kind && 'Sending…'} onClick={() => void send(sentTo)}>
          Send it again
        </PlainButton>
        <PlainButton variant="quiet" wide onClick={() => setSentTo(null)}>
          Use another address
        </PlainButton>
      </div>
    );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={formState.errors.email?.message}>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <ProblemText text={signIn.error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === kind && 'Sending…'}
      >
        Send the link
      </PlainButton>
    </form>
  );
}

/** Address of this screen, with the person's destination, and the invite behind `#`: the link may be opened in another tab. */
function backHere(search: string): string {
  const url = new URL(links.signIn(), location.origin);
  const to = new URLSearchParams(search).get('to');
  if (to !== null) url.searchParams.set('to', to);
  url.hash = rememberedInvite() ?? '';
  return url.href;
}
