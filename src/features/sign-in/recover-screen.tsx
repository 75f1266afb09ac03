/** Recovery for a person who can't pass the second step: a recovery code, or the owners of their teams. Used without being signed in. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import KeyRound from 'lucide-react/icons/key-round';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { parseRecoveryCode } from '#domain/account/recovery-codes.ts';
import { constants } from '#domain/constants.ts';
import type { RecoveryCallName, RecoveryInput } from '#api/recovery.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { email } from '#src/data/account-schemas.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { usePort } from '#react/ports.tsx';
import { links } from '#src/data/links.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { recoverAddressDraft } from './link-address.ts';
import styles from './sign-in.module.css';

type Step = 'code' | 'used' | 'ask' | 'asked';

const titles: Readonly<Record<Step, string>> = {
  code: 'Use a recovery code',
  used: 'Your second step is removed',
  ask: 'Ask the owners of your teams',
  asked: 'The owners are asked',
};

const leads: Readonly<Record<Step, string | null>> = {
  code: 'For an account whose authenticator app or phone is lost. A code removes the second step; you still need your password.',
  used: null,
  ask: 'Without a code, an owner of each of your teams has to approve that your second step is removed.',
  asked: null,
};

export function RecoverScreen() {
  const [step, setStep] = useState<Step>('code');
  const [address, setAddress] = useDraft(recoverAddressDraft);
  const props = { address, setAddress, go: setStep };
  return (
    <AuthLayout title={titles[step]} lead={leads[step]}>
      {step === 'code' ? <CodeForm {...props} /> : null}
      {step === 'ask' ? <AskForm {...props} /> : null}
      {step === 'used' ? (
        <output className={styles.sent}>
          <KeyRound className="icon" aria-hidden="true" />
          <span>
            The code is used up. Sign in as before, and add a new second step: your profile asks for it. Your
            devices and the owners of your teams were told.
          </span>
        </output>
      ) : null}
      {step === 'asked' ? <Asked address={address} /> : null}
      <p className={styles.back}>
        <Link href={links.signIn()} look={step === 'used' ? 'primary' : 'text'}>
          {step === 'used' ? 'Sign in' : 'Back to sign in'}
        </Link>
      </p>
    </AuthLayout>
  );
}

interface StepProps {
  readonly address: string;
  readonly setAddress: (address: string) => void;
  readonly go: (step: Step) => void;
}

const codeForm = v.object({
  email,
  code: v.pipe(
    v.string(),
    v.check(
      (typed) => parseRecoveryCode(typed) !== null,
      'A code has 20 letters and digits in groups of five: 7KQ2M-….',
    ),
  ),
});

const askForm = v.object({ email });

function useRecoveryCall() {
  const functions = usePort(functionsToken);
  const { busy, error, run } = useNamedActions();
  return {
    busy: busy !== null,
    problem: error === null ? null : explain(error),
    call: async <N extends RecoveryCallName>(name: N, input: RecoveryInput<N>) =>
      (await run(name, () => functions.call(name, input))).ok,
  };
}

function CodeForm({ address, setAddress, go }: StepProps) {
  const { busy, problem, call } = useRecoveryCall();
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: valibotResolver(codeForm),
    defaultValues: { email: address, code: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit(async ({ email: given, code }) => {
    setAddress(given);
    if (!(await call('redeemRecoveryCode', { address: given, code }))) return;
    setAddress('');
    go('used');
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <Field label="Recovery code" hint="Capitals and dashes do not matter." error={errors.code?.message}>
        <TextInput
          {...register('code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <ProblemText text={problem} />
      <PlainButton type="submit" variant="primary" size="large" wide busy={busy && 'Checking…'}>
        Remove the second step
      </PlainButton>
      <PlainButton
        variant="quiet"
        wide
        onClick={() => {
          setAddress(getValues('email'));
          go('ask');
        }}
      >
        I have no recovery code
      </PlainButton>
    </form>
  );
}

function AskForm({ address, setAddress, go }: StepProps) {
  const { busy, problem, call } = useRecoveryCall();
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(askForm),
    defaultValues: { email: address },
  });
  const { errors } = formState;
  const submit = handleSubmit(async ({ email: given }) => {
    setAddress(given);
    if (await call('requestRecovery', { address: given })) go('asked');
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>
        It takes at least {constants.recoveryWaitDays * 24} hours, so that you can stop it should somebody
        else ask in your name: every device and session of yours is told. In no team, or as the only owner of
        one, nobody can approve: then only a recovery code helps.
      </p>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <ProblemText text={problem} />
      <PlainButton type="submit" variant="primary" size="large" wide busy={busy && 'Asking…'}>
        Ask the owners
      </PlainButton>
      <PlainButton variant="quiet" wide onClick={() => go('code')}>
        I have a recovery code after all
      </PlainButton>
    </form>
  );
}

const Asked = ({ address }: { readonly address: string }) => (
  <output className={styles.sent}>
    <Users className="icon" aria-hidden="true" />
    <span>
      If {address} has an account with a second step, the owners of its teams see the request in the settings,
      under members. Call one in each team, so that they know that it is you. Once all have approved, and not
      before {constants.recoveryWaitDays * 24} hours have passed, your password alone lets you in.
    </span>
  </output>
);
