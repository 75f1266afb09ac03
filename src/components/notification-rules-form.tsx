/** Form of a person's notification rules, with what would become of a page under them. */
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { type ComponentProps, useId } from 'react';
import { type Control, Controller, type FieldErrors } from 'react-hook-form';
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { notifiedChoices } from '#domain/notification/labels.ts';
import type { ChannelWay } from '#domain/channel/way.ts';
import { type QuietHours, type UrgencyRules } from '#domain/notification/schema.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FormFoot, type FormFootProps } from '#src/ui/form-foot.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { NotificationPlan, type NotificationPlanProps } from './notification-plan.tsx';
import styles from './notification-rules-form.module.css';
import { nextLater, type NotificationContent, notificationFormSchema } from './notification-values.ts';
import { WeeklyHoursField } from './weekly-hours-field.tsx';

/** Part of `useEntityForm` that the form needs. */
interface NotificationForm {
  readonly control: Control<NotificationContent>;
  readonly values: NotificationContent;
  readonly errors: FieldErrors<NotificationContent>;
  readonly element: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>;
  readonly foot: Omit<FormFootProps, 'submitLabel' | 'onCancel'>;
}

interface NotificationRulesFormProps extends Omit<NotificationPlanProps, 'rules'> {
  readonly form: NotificationForm;
  readonly onCancel: () => void;
}

export function NotificationRulesForm({ form, onCancel, ...reader }: NotificationRulesFormProps) {
  const { control, values, errors, element, foot } = form;
  const valid = v.safeParse(notificationFormSchema, values);
  return (
    <form className={styles.form} {...element}>
      <Controller
        control={control}
        name="high"
        render={({ field }) => (
          <UrgencyFields
            label="High urgency"
            value={field.value}
            onChange={field.onChange}
            ways={reader.ways}
            error={errors.high?.message ?? minutesError(errors.high?.later)}
          />
        )}
      />
      <Controller
        control={control}
        name="low"
        render={({ field }) => (
          <UrgencyFields
            label="Low urgency"
            value={field.value}
            onChange={field.onChange}
            ways={reader.ways}
            error={errors.low?.message ?? minutesError(errors.low?.later)}
          />
        )}
      />
      <Controller
        control={control}
        name="quietHours"
        render={({ field }) => (
          <QuietFields
            timezone={reader.timezone}
            value={field.value}
            onChange={field.onChange}
            errors={quietErrors(errors.quietHours)}
          />
        )}
      />
      {valid.success ? (
        <section aria-label="What would happen to a page" className={styles.plan}>
          <NotificationPlan rules={valid.output} {...reader} />
        </section>
      ) : null}
      <FormFoot {...foot} submitLabel="Save notification rules" onCancel={onCancel} />
    </form>
  );
}

const minutesError = (later: unknown) =>
  later === undefined
    ? undefined
    : `Use ${limits.notifyAfterMinutes.min} to ${limits.notifyAfterMinutes.max} minutes.`;

interface QuietErrors {
  readonly windows: string | undefined;
  readonly timezone: string | undefined;
}

const quietErrors = (
  found: { windows?: { message?: string }; timezone?: { message?: string } } | undefined,
): QuietErrors => ({
  timezone: found?.timezone?.message,
  windows:
    found === undefined || found.timezone !== undefined
      ? found?.windows?.message
      : (found.windows?.message ?? 'Choose at least one day in each line.'),
});

interface UrgencyFieldsProps {
  readonly label: string;
  readonly value: UrgencyRules;
  readonly onChange: (value: UrgencyRules) => void;
  readonly error: string | undefined;
  readonly ways: readonly ChannelWay[];
}

function UrgencyFields({ label, value, onChange, error, ways }: UrgencyFieldsProps) {
  const errorId = useId();
  const { atOnce, later } = value;
  const choices = notifiedChoices(ways, [atOnce, ...later.map(({ devices }) => devices)]);
  const change = (index: number, one: Partial<UrgencyRules['later'][number]>) =>
    onChange({ atOnce, later: later.map((rule, place) => (place === index ? { ...rule, ...one } : rule)) });
  return (
    <fieldset className={styles.urgency} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={styles.legend}>{label}</legend>
      <Field label="Notified at once" compact>
        <Select<string>
          options={choices}
          value={atOnce}
          onChange={(chosen) => onChange({ atOnce: chosen, later: chosen === 'all' ? [] : later })}
        />
      </Field>
      {later.map((rule, index) => (
        <div key={index} className={styles.later}>
          <span>After</span>
          <div className={styles.minutes}>
            <TextInput
              type="number"
              inputMode="numeric"
              aria-label={`${label}, notification ${index + 2}: minutes`}
              min={limits.notifyAfterMinutes.min}
              max={limits.notifyAfterMinutes.max}
              value={Number.isNaN(rule.afterMinutes) ? '' : rule.afterMinutes}
              onChange={(event) => change(index, { afterMinutes: event.target.valueAsNumber })}
            />
          </div>
          <span>min</span>
          <div className={styles.by}>
            <Select<string>
              aria-label={`${label}, notification ${index + 2}: by`}
              options={choices}
              value={rule.devices}
              onChange={(devices) => change(index, { devices })}
            />
          </div>
          <IconButton
            label={`Remove notification ${index + 2} of ${label.toLowerCase()}`}
            icon={<Trash className="icon" />}
            size="small"
            onClick={() => onChange({ atOnce, later: later.filter((_, place) => place !== index) })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus className="icon" />}
        disabledReason={
          (atOnce === 'all' && 'Everything is notified at once.') ||
          (later.length >= limits.laterNotifications &&
            `At most ${limits.laterNotifications} later notifications.`)
        }
        onClick={() => onChange({ atOnce, later: [...later, nextLater(value, ways)] })}
      >
        Add a later notification
      </Button>
      {error === undefined ? null : (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface QuietFieldsProps {
  readonly timezone: string;
  readonly value: QuietHours | null;
  readonly onChange: (value: QuietHours | null) => void;
  readonly errors: QuietErrors;
}

const nights = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' };

function QuietFields({ timezone, value, onChange, errors }: QuietFieldsProps) {
  return (
    <>
      <SegmentedControl
        label="Quiet hours"
        options={[
          { value: 'none', label: 'None' },
          { value: 'hours', label: 'At certain hours' },
        ]}
        value={value === null ? 'none' : 'hours'}
        onChange={(chosen) =>
          onChange(chosen === 'none' ? null : { timezone, windows: [nights], holds: 'low' })
        }
      />
      {value === null ? null : (
        <div className={styles.quiet}>
          <WeeklyHoursField
            value={value}
            onChange={(hours) => onChange({ ...value, ...hours })}
            errors={errors}
          />
          <SegmentedControl
            label="Held back until they end"
            options={[
              { value: 'low', label: 'Low urgency' },
              { value: 'all', label: 'All pages' },
            ]}
            value={value.holds}
            onChange={(holds) => onChange({ ...value, holds })}
          />
          <p className={styles.note}>
            SEV1 incidents and critical alerts are never held back. A page that nobody answers goes on to the
            next step meanwhile.
          </p>
        </div>
      )}
    </>
  );
}
