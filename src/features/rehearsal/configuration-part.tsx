/** Remote configuration, published to everyone at once. */
import { type Resolver, useForm } from 'react-hook-form';
import { readSettings, type Settings, type SettingsKey, settingsDefaults } from '#api/settings.ts';
import { severities } from '#domain/incident/schema.ts';
import type { Control } from '#ports/control.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

/** The fields are settings by their keys; the names of the severities are one setting. */
const published = ({ severity_names: names, ...values }: Fields) => ({
  ...values,
  severity_names: JSON.stringify(names),
});

interface Fields {
  readonly announcement: string;
  readonly acknowledge_timeout_minutes: string;
  readonly severity_names: Settings['severityNames'];
}

/** Valid is what the parser of the settings reads without a problem. */
const resolver: Resolver<Fields> = (fields) => {
  const values: Partial<Record<SettingsKey, string>> = published(fields);
  const { problems } = readSettings((key) => values[key] ?? settingsDefaults[key]);
  return problems.length === 0
    ? { values: fields, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          problems.map(({ key, problem }) => [key, { type: 'setting', message: problem }]),
        ),
      };
};

export function ConfigurationPart({ control }: { readonly control: Control }) {
  const settings = useSettings();
  const work = useWork();
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<Fields>({
    resolver,
    defaultValues: {
      announcement: settings.announcement ?? '',
      acknowledge_timeout_minutes: String(settings.acknowledgeTimeoutMinutes),
      severity_names: settings.severityNames,
    },
  });
  const publish = handleSubmit((fields) =>
    work.run('publish', async () => {
      await control.publishConfig(published(fields));
      work.toasts.done('Published. Every open screen has it now.');
    }),
  );

  return (
    <form className={styles.part} noValidate onSubmit={publish}>
      <Field
        label="Announcement"
        optional
        error={errors.announcement?.message}
        hint="Shown above every screen; empty shows nothing."
      >
        <TextInput {...register('announcement')} />
      </Field>
      <Field
        label="Minutes until an acknowledged page asks again"
        error={errors.acknowledge_timeout_minutes?.message}
        hint="0 means never."
      >
        <TextInput inputMode="numeric" {...register('acknowledge_timeout_minutes')} />
      </Field>
      <fieldset className={styles.names}>
        <legend>Names of the severities</legend>
        {severities.map((severity) => (
          <Field key={severity} label={severity} compact>
            <TextInput {...register(`severity_names.${severity}`)} />
          </Field>
        ))}
        <p className={styles.problem} role="alert">
          {errors.severity_names?.message}
        </p>
      </fieldset>
      <Button type="submit" variant="primary" busy={work.busy === 'publish' && 'Publishing…'}>
        Publish
      </Button>
    </form>
  );
}
