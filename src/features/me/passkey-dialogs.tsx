/** Dialogs of a passkey: its name before the browser makes it, and its name changed. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { Passkey, User } from '#ports/auth/auth.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { offered } from '#src/data/client/extensions.ts';
import { explainPasskey } from '#src/data/client/passkey-errors.ts';
import { useRenamePasskey, useRereadPasskeys } from '#src/data/queries/passkeys.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { useReauthentication } from './use-reauthentication.ts';

const mostCharacters = 80;
const passkeyFormSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a name.'), v.maxLength(mostCharacters)),
});

const useNameForm = (name: string) =>
  useForm({ resolver: valibotResolver(passkeyFormSchema), defaultValues: { name } });

function NameField({ form }: { readonly form: ReturnType<typeof useNameForm> }) {
  return (
    <Controller
      control={form.control}
      name="name"
      render={({ field }) => (
        <Field
          label="Name"
          hint="Of the device, to tell it from others."
          error={form.formState.errors.name?.message}
        >
          <TextInput {...field} maxLength={mostCharacters} autoComplete="off" />
        </Field>
      )}
    />
  );
}

interface AddPasskeyProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function AddPasskey({ user, onClose }: AddPasskeyProps) {
  const toasts = useToasts();
  const reread = useRereadPasskeys(user.uid);
  const reauthentication = useReauthentication(explainPasskey);
  const form = useNameForm('This device');
  const submit = form.handleSubmit(({ name }) =>
    reauthentication.run('add', async (auth) => {
      await offered(accountChanges(auth).passkeys).add(name);
      toasts.done(`${name} added`, 'Sign in with it next time: it needs no address and no password.');
      await reread();
      onClose();
    }),
  );
  return (
    <ReauthenticationDialog
      user={user}
      reauthentication={reauthentication}
      title="Add a passkey"
      description="The browser asks where to keep it, and to unlock the device."
      submitLabel="Add passkey"
      busyLabel="Waiting for the browser…"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <NameField form={form} />
    </ReauthenticationDialog>
  );
}

interface RenamePasskeyProps extends AddPasskeyProps {
  readonly passkey: Passkey;
}

export function RenamePasskey({ user, passkey, onClose }: RenamePasskeyProps) {
  const rename = useRenamePasskey(user.uid);
  const form = useNameForm(passkey.name);
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate({ id: passkey.id, name }, { onSuccess: onClose }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Rename the passkey"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rename.isPending && 'Renaming…'}>
            Rename
          </Button>
        </>
      }
    >
      <NameField form={form} />
      <ProblemText text={rename.error && explainPasskey(rename.error)} />
    </Dialog>
  );
}
