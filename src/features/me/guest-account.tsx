/** A guest becomes an account: an address and a password are linked, the user id stays. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import * as v from 'valibot';
import { authToken } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { offered } from '#src/data/client/extensions.ts';
import { email, newPassword } from '#src/data/account-schemas.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { keepSession } from '#src/data/client/session-mark.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './two-step.module.css';

const guestFormSchema = v.object({ email, password: newPassword });
type GuestForm = v.InferInput<typeof guestFormSchema>;

export function GuestAccount() {
  const auth = usePort(authToken);
  const toasts = useToasts();
  const { control, formState, handleSubmit } = useForm<GuestForm>({
    resolver: valibotResolver(guestFormSchema),
    defaultValues: { email: '', password: '' },
  });
  const create = useMutation({
    mutationFn: async (account: GuestForm) => {
      await offered(accountChanges(auth).linking).link({ kind: 'password', ...account });
      // A guest's session ends with the tab; an account's lasts.
      await keepSession(auth, 'local');
    },
    networkMode: 'always',
    onSuccess: () => toasts.done('Account created', 'What you could see as a guest stays yours to see.'),
  });
  const { errors } = formState;
  return (
    <form
      className={styles.stack}
      noValidate
      onSubmit={(event) => void handleSubmit((account) => create.mutate(account))(event)}
    >
      <p className={styles.muted}>
        You are a guest: this session ends with the tab. With an account you can come back, start a team and
        be invited.
      </p>
      <Controller
        control={control}
        name="email"
        render={({ field }) => (
          <Field label="Email" error={errors.email?.message}>
            <TextInput {...field} type="email" inputMode="email" autoComplete="username" />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="password"
        render={({ field }) => (
          <Field
            label="Password"
            hint={`At least ${bounds.passwordMinLength.default} characters.`}
            error={errors.password?.message}
          >
            <PasswordInput {...field} autoComplete="new-password" />
          </Field>
        )}
      />
      <ProblemText text={create.error && explain(create.error)} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={create.isPending && 'Creating your account…'}>
          Create account
        </Button>
      </div>
    </form>
  );
}
