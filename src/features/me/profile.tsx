/** Profile of the reader, in all their teams. Its values survive a reload and a refusal. */
import { Controller } from 'react-hook-form';
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import {
  profileFields,
  type Member,
  shiftReminderChoices,
  shiftReminderSchema,
} from '#domain/team/schema.ts';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { revisionOf, useEntityForm } from '#src/data/client/entity-form.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { Panel } from '#src/ui/panel.tsx';
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

export function Profile() {
  const { me } = useTeam();
  const readsReadiness = useMay()('readiness').allowed;
  const { control, changed, takeBack, element, foot } = useEntityForm<ProfileForm, 'saveProfile'>({
    command: 'saveProfile',
    draft: 'profile',
    entity: me,
    schema: formSchema,
    values: formOf(me),
    inputOf: ({ phone, ...values }, target) => ({
      ...values,
      phone: phone === '' ? null : phone,
      picture: me.picture ?? null,
      ...revisionOf(target),
    }),
    noun: 'profile',
    // A member has a newer revision with each picture and role.
    conflicts: 'values',
    toasts: useToasts(),
  });
  return (
    <Panel title="Profile" frame="box">
      <ProfilePicture me={me} />
      <form className={styles.form} {...element}>
        <FormField
          control={control}
          name="displayName"
          label="Name"
          hint="As your colleagues know you, in all your teams."
        >
          {(field) => <TextInput {...field} autoComplete="name" />}
        </FormField>
        <FormField
          control={control}
          name="timezone"
          label="Time zone"
          hint="For your notices, quiet hours and time off."
        >
          {({ value, onChange }) => <TimezoneInput value={value} onChange={onChange} />}
        </FormField>
        <FormField
          control={control}
          name="phone"
          label="Phone number"
          hint="For your teammates to call: +49 170 1234567. Muster itself sends nothing to it."
        >
          {(field) => <TextInput {...field} type="tel" inputMode="tel" autoComplete="tel" />}
        </FormField>
        <FormField
          control={control}
          name="shiftReminderHours"
          label="Reminder before a shift"
          hint="A notice at home and on your devices."
        >
          {({ value, onChange }) => <Select options={reminderOptions} value={value} onChange={onChange} />}
        </FormField>
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
        <FormFoot {...foot} submitLabel="Save profile">
          {changed && foot.busy === false && !foot.queued ? (
            <Button onClick={takeBack}>Discard changes</Button>
          ) : null}
        </FormFoot>
      </form>
    </Panel>
  );
}
