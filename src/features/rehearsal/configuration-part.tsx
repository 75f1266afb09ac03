/** Remote configuration, published to everyone at once. */
import { useState } from 'react';
import { readSettings, type SettingsKey, settingsDefaults } from '#api/settings.ts';
import { severities } from '#domain/incident/schema.ts';
import type { Control } from '#ports/control.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './rehearsal.module.css';
import { useWork } from './use-work.ts';

export function ConfigurationPart({ control }: { readonly control: Control }) {
  const settings = useSettings();
  const work = useWork();
  const [announcement, setAnnouncement] = useState(settings.announcement ?? '');
  const [timeout, setTimeout] = useState(String(settings.acknowledgeTimeoutMinutes));
  const [names, setNames] = useState(settings.severityNames);
  const [problems, setProblems] = useState<Partial<Record<SettingsKey, string>>>({});

  const publish = () => {
    const values: Partial<Record<SettingsKey, string>> = {
      announcement,
      acknowledge_timeout_minutes: timeout,
      severity_names: JSON.stringify(names),
    };
    const reading = readSettings((key) => values[key] ?? settingsDefaults[key]);
    setProblems(Object.fromEntries(reading.problems.map(({ key, problem }) => [key, problem])));
    if (reading.problems.length > 0) return;
    void work.run('publish', async () => {
      await control.publishConfig(values);
      work.toasts.done('Published. Every open screen has it now.');
    });
  };

  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publish();
      }}
    >
      <Field
        label="Announcement"
        optional
        error={problems.announcement}
        hint="Shown above every screen; empty shows nothing."
      >
        <TextInput value={announcement} onChange={(event) => setAnnouncement(event.target.value)} />
      </Field>
      <Field
        label="Minutes until an acknowledged page asks again"
        error={problems.acknowledge_timeout_minutes}
        hint="0 means never."
      >
        <TextInput inputMode="numeric" value={timeout} onChange={(event) => setTimeout(event.target.value)} />
      </Field>
      <fieldset className={styles.names}>
        <legend>Names of the severities</legend>
        {severities.map((severity) => (
          <Field key={severity} label={severity} compact>
            <TextInput
              value={names[severity]}
              onChange={(event) => setNames({ ...names, [severity]: event.target.value })}
            />
          </Field>
        ))}
        <p className={styles.problem} role="alert">
          {problems.severity_names}
        </p>
      </fieldset>
      <Button type="submit" variant="primary" busy={work.busy === 'publish' && 'Publishing…'}>
        Publish
      </Button>
    </form>
  );
}
