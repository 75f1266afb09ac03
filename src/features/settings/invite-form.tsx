/** Form of an invite: address and role. Its values survive a reload. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { optionalTextSchema } from '#domain/base.ts';
import { constants, limits } from '#domain/constants.ts';
import { mailAddressSchema } from '#domain/mail-address.ts';
import { inviteRoleSchema, type InviteRole } from '#domain/team/invite.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMailSettings } from '#src/data/queries/mail-settings.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { drawInvite, type MadeInvite } from './draw-invite.ts';
import { roleTitles } from './role-titles.ts';
import styles from './members.module.css';

const lengths = [1, constants.inviteDays, limits.inviteDays.max] as const;

const formSchema = v.object({
  role: inviteRoleSchema,
  days: v.picklist(lengths),
  note: optionalTextSchema(limits.name),
  address: v.union([v.literal(''), mailAddressSchema], 'Use an address such as noor@example.com.'),
});
type InviteFields = v.InferInput<typeof formSchema>;
const initial: InviteFields = { role: 'responder', days: constants.inviteDays, note: '', address: '' };

const readDraft = (draft: string): InviteFields => {
  try {
    const read = v.safeParse(v.object({ ...formSchema.entries, address: v.string() }), JSON.parse(draft));
    return read.success ? read.output : initial;
  } catch {
    return initial;
  }
};

export function InviteForm({ onMade }: { readonly onMade: (made: MadeInvite) => void }) {
  const { team } = useTeam();
  const toasts = useToasts();
  const mayRun = useMayRun();
  const [draft, setDraft] = useDraft('invite');
  const form = useForm<InviteFields>({
    resolver: valibotResolver(formSchema),
    defaultValues: draft === '' ? initial : readDraft(draft),
  });
  const { control, formState, handleSubmit, register } = form;
  const { errors, isDirty } = formState;
  const values = useWatch({ control });
  const written = JSON.stringify(values);
  useEffect(() => {
    if (isDirty) setDraft(written);
  }, [isDirty, written, setDraft]);
  const invite = useDialogCommand('inviteMember', {
    close: () => undefined,
    queued: () => toasts.done('The invite is queued', 'Its link shows here when the connection is back.'),
    failedLater: (error) => toasts.error('Nobody was invited', explain(error)),
  });
  // Without the token the server mails nothing.
  const mails = useMailSettings().data?.offered === true;
  const submit = ({ role, days, note, address }: InviteFields) => {
    const { token, inviteId, link } = drawInvite(team.id);
    const to = address === '' ? null : address;
    const given = to !== null && mails ? token : null;
    const input = { inviteId, role, days, note, address: to, token: given };
    invite.send(input, ({ expiresAt, mail }) => {
      setDraft('');
      onMade({ link, role, address: to, expiresAt, mail });
    });
  };
  const asked = { inviteId: '', note: '', address: null, days: values.days ?? constants.inviteDays };
  const verdict = mayRun('inviteMember', undefined, { ...asked, role: values.role ?? 'responder' });
  const allowed = (role: InviteRole) => mayRun('inviteMember', undefined, { ...asked, role });
  const roles = inviteRoleSchema.options.map((role) => {
    const may = allowed(role);
    return { value: role, label: roleTitles[role], hint: may.allowed ? undefined : may.reason };
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <div className={styles.pair}>
        <Field label="Role" compact>
          <Controller
            control={control}
            name="role"
            render={({ field }) => <Select options={roles} value={field.value} onChange={field.onChange} />}
          />
        </Field>
        <Field label="Good for" compact>
          <Controller
            control={control}
            name="days"
            render={({ field }) => (
              <Select
                options={lengths.map((value) => ({ value, label: value === 1 ? '1 day' : `${value} days` }))}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field
          label="Mail address"
          optional
          error={errors.address?.message}
          hint="The invite is mailed there, or you write the mail afterwards where Muster sends none."
        >
          <TextInput {...register('address')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Field
          label="Note"
          optional
          error={errors.note?.message}
          hint="Whom it is for, shown in the list below."
        >
          <TextInput {...register('note')} />
        </Field>
      </div>
      <ProblemText text={invite.problem} />
      <div>
        <Button
          type="submit"
          variant="primary"
          disabledReason={!verdict.allowed && verdict.reason}
          busy={invite.pending && 'Making the invite…'}
        >
          Make the invite
        </Button>
      </div>
    </form>
  );
}
