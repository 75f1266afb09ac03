/** Change of the password, or the first one of an account that signs in by other methods. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { User } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { email, newPassword } from '#src/data/account-schemas.ts';
import { Field } from '#src/ui/field.tsx';
import { PasswordInput, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { useReauthentication } from './use-reauthentication.ts';

const passwordFormSchema = v.object({ email, password: newPassword });

interface PasswordDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const toasts = useToasts();
  const reauthentication = useReauthentication();
  const { control, formState, handleSubmit } = useForm({
    resolver: valibotResolver(passwordFormSchema),
    defaultValues: { email: user.email ?? socialAddress(user) ?? '', password: '' },
  });
  const hasPassword = user.providers.some(({ providerId }) => providerId === 'password');
  const submit = handleSubmit(({ email: address, password }) =>
    reauthentication.run('password', async (auth) => {
      const changes = accountChanges(auth);
      if (hasPassword) await changes.updatePassword(password);
      else await offered(changes.linking).link({ kind: 'password', email: address, password });
      toasts.done(
        hasPassword ? 'Password changed' : 'Password added',
        hasPassword ? 'Your other sessions have ended: sign in there with the new one.' : undefined,
      );
      onClose();
    }),
  );
  return (
    <ReauthenticationDialog
      user={user}
      reauthentication={reauthentication}
      title={hasPassword ? 'Change your password' : 'Add a password'}
      description={
        hasPassword
          ? 'It takes the place of the one before, or is your first. Your other devices are signed out.'
          : 'You then also sign in with your address and this password.'
      }
      submitLabel={hasPassword ? 'Change password' : 'Add password'}
      busyLabel="Saving…"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {user.email === null ? (
        <Controller
          control={control}
          name="email"
          render={({ field }) => (
            <Field label="Email" error={formState.errors.email?.message}>
              <TextInput {...field} type="email" inputMode="email" autoComplete="username" />
            </Field>
          )}
        />
      ) : (
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
      )}
      <Controller
        control={control}
        name="password"
        render={({ field }) => (
          <Field
            label="New password"
            hint={`At least ${bounds.passwordMinLength.default} characters.`}
            error={formState.errors.password?.message}
          >
            <PasswordInput {...field} autoComplete="new-password" />
          </Field>
        )}
      />
    </ReauthenticationDialog>
  );
}

const socialAddress = ({ providers }: User) => providers.find((provider) => provider.email !== null)?.email;
