/** What the person says of themselves, in all their teams. What is typed survives a reload and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import {
  profileFields,
  type Member,
  shiftReminderChoices,
  shiftReminderSchema,
} from '#domain/team/schema.ts';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';
import { ProfilePicture } from './profile-picture.tsx';

const formSchema = v.object({
  displayName: profileFields.displayName,
  timezone: profileFields.timezone,
  shiftReminderHours: shiftReminderSchema,
  weeklyReadiness: v.boolean(),
  /** Empty for none. */
  phone: v.union([v.pipe(v.string(), v.trim(), v.literal('')), profileFields.phone.wrapped]),
});
type ProfileForm = Pick<Member, 'displayName' | 'timezone'> & {
  phone: string;
  shiftReminderHours: (typeof shiftReminderChoices)[number];
  weeklyReadiness: boolean;
};

const reminderOptions = shiftReminderChoices.map((hours) => ({
  value: hours,
  label: hours === 0 ? 'No reminder' : `${hours} h before it begins`,
}));

const formOf = ({
  displayName,
  timezone,
  phone,
  shiftReminderHours,
  weeklyReadiness,
}: Member): ProfileForm => ({
  displayName,
  timezone,
  phone: phone ?? '',
  shiftReminderHours: shiftReminderHours ?? constants.shiftReminderHours,
  weeklyReadiness: weeklyReadiness ?? true,
});

function readDraft(draft: string): Partial<ProfileForm> | null {
  try {
    return JSON.parse(draft) as Partial<ProfileForm>;
  } catch {
    return null;
  }
}

export function Profile() {
  const { me } = useTeam();
  const toasts = useToasts();
  const readsReadiness = useMay()('readiness').allowed;
  const [draft, setDraft] = useDraft('profile');
  const saved = formOf(me);
  const { control, formState, handleSubmit, reset, setValue } = useForm<ProfileForm>({
    resolver: valibotResolver(formSchema),
    // Follows what is saved elsewhere, but for the fields that were typed in here.
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty: changed } = formState;
  const restore = useEffectEvent(() => {
    for (const [field, text] of Object.entries(readDraft(draft) ?? {}))
      setValue(field as keyof ProfileForm, text, { shouldDirty: true });
  });
  useEffect(() => restore(), []);
  const typed = JSON.stringify(useWatch({ control }));
  useEffect(() => {
    if (changed) setDraft(typed);
  }, [changed, typed, setDraft]);
  const discard = (values: ProfileForm) => {
    reset(values, { keepDirtyValues: false });
    setDraft('');
  };
  const save = useCommand('saveProfile', {
    onSuccess: () => void toasts.done('Profile saved'),
    onError: (error) => void toasts.error('Your profile was not saved', explain(error)),
  });
  const submit = handleSubmit(({ phone, ...values }) => {
    const number = phone.trim() === '' ? null : phone;
    save.mutate(
      { ...values, phone: number, picture: me.picture ?? null },
      { onSuccess: () => discard({ ...values, phone: number ?? '' }) },
    );
  });
  return (
    <Panel title="Profile" frame="box">
      <ProfilePicture me={me} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Controller
          control={control}
          name="displayName"
          render={({ field }) => (
            <Field
              label="Name"
              hint="As your colleagues know you, in all your teams."
              error={errors.displayName?.message}
            >
              <TextInput {...field} autoComplete="name" />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="timezone"
          render={({ field }) => (
            <Field
              label="Time zone"
              hint="For your notices, quiet hours and time off."
              error={errors.timezone?.message}
            >
              <TimezoneInput value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="phone"
          render={({ field }) => (
            <Field
              label="Phone number"
              hint="For your teammates to call: +49 170 1234567. Muster itself sends nothing to it."
              error={errors.phone?.message}
            >
              <TextInput {...field} type="tel" inputMode="tel" autoComplete="tel" />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="shiftReminderHours"
          render={({ field }) => (
            <Field
              label="Reminder before a shift"
              hint="A notice at home and on your devices."
              error={errors.shiftReminderHours?.message}
            >
              <Select options={reminderOptions} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        {readsReadiness ? (
          <Controller
            control={control}
            name="weeklyReadiness"
            render={({ field }) => (
              <Checkbox
                label="Weekly readiness"
                hint="A notice on Monday morning of who can’t be counted on, gaps and empty steps. Nothing if all is well."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        ) : null}
        <ProblemText text={save.error && explain(save.error)} />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending && !save.isPaused && 'Saving…'}
            disabledReason={!changed && 'Nothing has changed.'}
          >
            Save profile
          </Button>
          {changed && !save.isPending && <Button onClick={() => discard(saved)}>Discard changes</Button>}
        </div>
      </form>
    </Panel>
  );
}
