/** Email and password: sign in, or create an account. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { bounds } from '#ports/defaults.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { email, newPassword } from '#src/data/account-schemas.ts';
import { keepSession } from '#src/data/client/session-mark.ts';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

const existing = v.object({
  email,
  password: v.pipe(v.string(), v.minLength(1, 'Enter your password.')),
  name: v.string(),
});
const fresh = v.object({
  email,
  password: newPassword,
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter your name.'), v.maxLength(80)),
});

export type Purpose = 'sign-in' | 'create';

interface AccountFormProps {
  readonly signIn: SignIn;
  readonly purpose: Purpose;
  /** The person has forgotten their password; `null` where the backend sends no mail. */
  readonly onForgotten: (() => void) | null;
}

export function AccountForm({ signIn, purpose, onForgotten }: AccountFormProps) {
  const creating = purpose === 'create';
  const { register, handleSubmit, getValues, setFocus, formState } = useForm<v.InferInput<typeof fresh>>({
    resolver: valibotResolver(creating ? fresh : existing),
    defaultValues: { name: '', email: signIn.address, password: '' },
  });
  const { errors } = formState;
  const keepAddress = () => signIn.setAddress(getValues('email'));

  const submit = handleSubmit(async (values) => {
    const done = await signIn.attempt('password', async (auth) => {
      await keepSession(auth, 'local');
      if (!creating) return auth.signIn({ kind: 'password', ...values });
      const result = await auth.createUser(values);
      await auth.updateProfile({ displayName: values.name });
      return result;
    });
    // The typed values stay; the likelier slip is one keystroke away.
    if (!done) setFocus('password', { shouldSelect: true });
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {creating && (
        <Field label="Your name" error={errors.name?.message}>
          <TextInput {...register('name')} autoComplete="name" />
        </Field>
      )}
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          {...register('email', { onBlur: keepAddress })}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={creating ? `At least ${bounds.passwordMinLength.default} characters.` : undefined}
      >
        <PasswordInput
          {...register('password')}
          autoComplete={creating ? 'new-password' : 'current-password'}
        />
      </Field>
      <ProblemText text={signIn.error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'password' && (creating ? 'Creating your account…' : 'Signing in…')}
      >
        {creating ? 'Create account' : 'Sign in'}
      </PlainButton>
      {!creating &&
        (onForgotten ? (
          <PlainButton
            variant="quiet"
            wide
            onClick={() => {
              keepAddress();
              onForgotten();
            }}
          >
            Forgot your password?
          </PlainButton>
        ) : (
          <p className={styles.lost}>This server sends no mail: a forgotten password is lost.</p>
        ))}
    </form>
  );
}
