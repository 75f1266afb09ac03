/** Form of a schedule, with the effects of the change beside it. Typed values survive a reload and a failed save. */
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { Controller, useFieldArray } from 'react-hook-form';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { LayerFields } from './layer-fields.tsx';
import styles from './schedule-form.module.css';
import { Consequences, useSchedulePreview } from './schedule-preview.tsx';
import { useOwnPosition } from './calendar-position.ts';
import { ScheduleCalendar } from './schedule-calendar.tsx';
import {
  sampleSchedule,
  scheduleFormSchema,
  scheduleInputOf,
  newLayer,
  type ScheduleValues,
  scheduleValuesOf,
  type LayerValues,
} from './schedule-values.ts';
import { toLocal } from './span.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

const importDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog');

export interface ScheduleFormProps {
  /** Null: a new one. */
  readonly schedule: Schedule | null;
  /** Members from whom a sample rota is filled in; nothing is saved by it. Default: none. */
  readonly sample?: readonly Member[] | null;
  readonly onSaved: (scheduleId: string) => void;
  readonly onCancel: () => void;
}

export function ScheduleForm({ schedule, sample = null, onSaved, onCancel }: ScheduleFormProps) {
  const { team } = useTeam();
  const now = useRotaNow();
  const { id, control, getValues, values, errors, element, foot } = useEntityForm<
    ScheduleValues,
    'saveSchedule'
  >({
    command: 'saveSchedule',
    draft: `schedule.${schedule?.id ?? 'new'}`,
    entity: schedule,
    schema: scheduleFormSchema,
    values:
      sample === null
        ? scheduleValuesOf(schedule, now, team.timezone)
        : sampleSchedule(sample, now, team.timezone),
    inputOf: (checked, { id: scheduleId, ...revision }) => ({
      ...scheduleInputOf(checked),
      scheduleId,
      ...revision,
    }),
    fieldNames: () => ({ startsAt: 'starts', takesEffectAt: 'takesEffect' }),
    noun: 'schedule',
    toasts: useToasts(),
    onSaved,
  });
  const layers = useFieldArray({ control, name: 'layers' });
  const preview = useSchedulePreview({ schedule, scheduleId: id, values, now });
  const [importing, setImporting] = useState(false);
  /** Adds an imported layer, in place of a first layer without people. */
  const addImported = (turns: Omit<LayerValues, 'name' | 'shadow'>) => {
    const [first, ...others] = getValues('layers');
    const layer = { ...turns, shadow: false };
    if (first && first.people.length === 0 && others.length === 0)
      layers.update(0, { ...layer, name: first.name });
    else layers.append({ ...layer, name: `Imported ${layers.fields.length + 1}` });
  };
  const add = () => {
    const names = new Set(getValues('layers').map(({ name }) => name));
    const free = ['Office hours', 'Nights', 'Weekends'].find((name) => !names.has(name));
    layers.append(newLayer(free ?? `Layer ${names.size + 1}`, now, getValues('timezone')));
  };

  const wide = useMedia('(min-width: 720px)');
  const position = useOwnPosition(wide ? 'four-weeks' : 'week');
  const calendar =
    preview === null ? null : (
      <Panel title="Preview" frame="box">
        <ScheduleCalendar schedule={preview.after} overrides={preview.overrides} control={position} />
      </Panel>
    );

  return (
    <ScheduleColours schedule={preview?.after ?? schedule} overrides={preview?.overrides ?? noOverrides}>
      {wide ? calendar : null}
      <div className={styles.columns}>
        <form className={styles.form} {...element}>
          <FormField control={control} name="name" label="Name">
            {(field) => <TextInput {...field} placeholder="Payments" />}
          </FormField>
          <FormField
            control={control}
            name="timezone"
            label="Time zone"
            hint="Hand-overs keep their time of day in it when the clocks change."
          >
            {({ value, onChange }) => <TimezoneInput value={value} onChange={onChange} />}
          </FormField>
          <h2 className={styles.heading}>Layers</h2>
          <p className={styles.muted}>Where two have somebody, the one further up is on call.</p>
          {layers.fields
            .map((field, index) => (
              <LayerFields
                key={field.id}
                control={control}
                index={index}
                count={layers.fields.length}
                name={values.layers[index]?.name ?? ''}
                onMove={(by) => layers.move(index, index + by)}
                onRemove={() => layers.remove(index)}
              />
            ))
            .toReversed()}
          <div className={styles.add}>
            <Button icon={<Plus className="icon" />} onClick={add}>
              Add a layer
            </Button>
            <Button onClick={() => setImporting(true)}>Import a rota…</Button>
          </div>
          <ProblemText text={errors.layers?.root?.message ?? errors.layers?.message ?? null} />
          {schedule === null ? null : (
            <Controller
              control={control}
              name="takesEffect"
              render={({ field }) => (
                <TakesEffect
                  value={field.value}
                  onChange={field.onChange}
                  first={toLocal(now + 86_400_000, values.timezone || team.timezone)}
                  error={errors.takesEffect?.message}
                />
              )}
            />
          )}
          <FormFoot {...foot} submitLabel={schedule ? 'Save schedule' : 'Add schedule'} onCancel={onCancel} />
        </form>
        <Consequences preview={preview} timezone={values.timezone} />
      </div>
      {wide ? null : calendar}
      {importing ? (
        <Suspense>
          <importDialog.Component
            timezone={values.timezone || team.timezone}
            onLayer={addImported}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      ) : null}
    </ScheduleColours>
  );
}

const noOverrides: readonly Override[] = [];

interface TakesEffectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Initial value of a later time. */
  readonly first: string;
  readonly error: string | undefined;
}

function TakesEffect({ value, onChange, first, error }: TakesEffectProps) {
  return (
    <div className={styles.effect}>
      <SegmentedControl
        label="Takes effect"
        options={[
          { value: 'now', label: 'At once' },
          { value: 'later', label: 'Later' },
        ]}
        value={value === '' ? 'now' : 'later'}
        onChange={(chosen) => onChange(chosen === 'now' ? '' : `${first.slice(0, 10)}T09:00`)}
      />
      {value === '' ? null : (
        <Field label="From" error={error} hint="Until then everything stays as it is.">
          <TextInput type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
        </Field>
      )}
    </div>
  );
}
