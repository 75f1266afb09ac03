/** Change of the email address: a link goes to the new one, and the change takes effect when that link is opened. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { User } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { email } from '#src/data/account-schemas.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { links, useAddressOf } from '#src/data/links.ts';
import { useSentTo } from '#src/data/queries/rehearsal.ts';
import { RehearsalMailNote } from '#src/components/rehearsal-note.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { useReauthentication } from './use-reauthentication.ts';

interface AddressDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function AddressDialog({ user, onClose }: AddressDialogProps) {
  const addressOf = useAddressOf();
  const reauthentication = useReauthentication();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const formSchema = v.object({
    email: v.pipe(
      email,
      v.check((typed) => typed.toLowerCase() !== user.email?.toLowerCase(), 'This is your address already.'),
    ),
  });
  const { control, formState, handleSubmit } = useForm({
    resolver: valibotResolver(formSchema),
    defaultValues: { email: '' },
  });
  if (sentTo !== null) return <LinkSent to={sentTo} onClose={onClose} />;
  const submit = handleSubmit((typed) =>
    reauthentication.run('email', async (auth) => {
      const continueUrl = addressOf(links.me());
      await offered(accountChanges(auth).mail).changeEmail(typed.email, { continueUrl });
      setSentTo(typed.email);
    }),
  );
  return (
    <ReauthenticationDialog
      user={user}
      reauthentication={reauthentication}
      title="Change your address"
      description={`A link goes to the new address. Until you open it you sign in with ${user.email ?? 'the old one'}.`}
      submitLabel="Send the link"
      busyLabel="Sending…"
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="email"
        render={({ field }) => (
          <Field label="New address" error={formState.errors.email?.message}>
            <TextInput {...field} type="email" inputMode="email" autoComplete="email" />
          </Field>
        )}
      />
    </ReauthenticationDialog>
  );
}

function LinkSent({ to, onClose }: { readonly to: string; readonly onClose: () => void }) {
  const rehearsing = useControl() !== null;
  const message = useSentTo(to);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Open the link in your mail"
      description={`It is on its way to ${to}. Opening it changes your address and signs you out everywhere: sign in with the new address then.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {rehearsing && <RehearsalMailNote message={message} action="Change the address" />}
    </Dialog>
  );
}
