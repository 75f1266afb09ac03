/** Email and password: sign in, or create an account. */
import * as v from 'valibot';
import { bounds } from '#ports/defaults.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { email, newPassword } from '#src/data/account-schemas.ts';
import styles from './sign-in.module.css';
import { useFields } from './use-fields.ts';
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
  /** The person has forgotten their password. */
  onForgotten(): void;
}

export function AccountForm({ signIn, purpose, onForgotten }: AccountFormProps) {
  const creating = purpose === 'create';
  const form = useFields(creating ? fresh : existing, { name: '', email: signIn.address, password: '' });
  const { errors } = form;

  const submit = form.submit(async (values) => {
    const done = await signIn.attempt('password', async (auth) => {
      await auth.setPersistence('local');
      if (!creating) return auth.signIn({ kind: 'password', ...values });
      const result = await auth.createUser(values);
      await auth.updateProfile({ displayName: values.name });
      return result;
    });
    // What was typed stays; the likelier slip is one keystroke away.
    if (!done) form.retype('password');
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {creating && (
        <Field label="Your name" error={errors.name}>
          <TextInput {...form.register('name')} autoComplete="name" />
        </Field>
      )}
      <Field label="Email" error={errors.email}>
        <TextInput
          {...form.register('email')}
          onBlur={() => signIn.setAddress(form.text('email'))}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
      </Field>
      <Field
        label="Password"
        error={errors.password}
        hint={creating ? `At least ${bounds.passwordMinLength.default} characters.` : undefined}
      >
        <PasswordInput
          {...form.register('password')}
          autoComplete={creating ? 'new-password' : 'current-password'}
        />
      </Field>
      <ProblemText text={signIn.error} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={signIn.busy === 'password' && (creating ? 'Creating your account…' : 'Signing in…')}
      >
        {creating ? 'Create account' : 'Sign in'}
      </Button>
      {!creating && (
        <Button
          variant="quiet"
          wide
          onClick={() => {
            signIn.setAddress(form.text('email'));
            onForgotten();
          }}
        >
          Forgot your password?
        </Button>
      )}
    </form>
  );
}
