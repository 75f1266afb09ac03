/** Email and password: sign in, create an account, or have the password reset. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { bounds } from '#ports/defaults.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import styles from './sign-in.module.css';
import type { SignIn } from './use-sign-in.ts';

const email = v.pipe(v.string(), v.trim(), v.email('Use an address such as name@example.com.'));
const existing = v.object({
  email,
  password: v.pipe(v.string(), v.minLength(1, 'Type your password.')),
  name: v.string(),
});
const fresh = v.object({
  email,
  password: v.pipe(
    v.string(),
    v.minLength(
      bounds.passwordMinLength.default,
      `Use at least ${bounds.passwordMinLength.default} characters.`,
    ),
  ),
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say how you want to be called.'), v.maxLength(80)),
});

export type Purpose = 'sign-in' | 'create';

export function AccountForm({ signIn, purpose }: { readonly signIn: SignIn; readonly purpose: Purpose }) {
  const [sent, setSent] = useState<string | null>(null);
  const creating = purpose === 'create';
  const form = useForm({
    resolver: valibotResolver(creating ? fresh : existing),
    defaultValues: { email: '', password: '', name: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) => {
    setSent(null);
    return signIn.attempt('password', async (auth) => {
      await auth.setPersistence('local');
      if (!creating) return auth.signIn({ kind: 'password', ...values });
      const result = await auth.createUser(values);
      await auth.updateProfile({ displayName: values.name });
      return result;
    });
  });

  const reset = async () => {
    if (!(await form.trigger('email'))) return form.setFocus('email');
    const address = form.getValues('email');
    const done = await signIn.attempt('reset', (auth) => auth.sendPasswordReset(address));
    if (done)
      setSent(`If there is an account for ${address}, a link to choose a new password is on its way.`);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {creating && (
        <Field label="Your name" error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="name" />
        </Field>
      )}
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={creating ? `At least ${bounds.passwordMinLength.default} characters.` : undefined}
      >
        <PasswordInput
          {...form.register('password')}
          autoComplete={creating ? 'new-password' : 'current-password'}
        />
      </Field>
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
          onClick={() => void reset()}
          busy={signIn.busy === 'reset' && 'Sending…'}
        >
          Forgot your password?
        </Button>
      )}
      <output className={styles.note}>{sent}</output>
    </form>
  );
}
