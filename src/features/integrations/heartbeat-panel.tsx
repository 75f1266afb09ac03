/** A heartbeat: when it came last, when the next is due, and how often it has to come. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { heartbeatFields, type Heartbeat } from '#domain/heartbeat/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useHeartbeats } from '#src/data/queries/integrations.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Ago, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';

interface HeartbeatPanelProps {
  readonly integrationId: string;
  readonly disabledReason: string | false;
}

export function HeartbeatPanel({ integrationId, disabledReason }: HeartbeatPanelProps) {
  const { data, error } = useHeartbeats();
  const view = useView({
    data: data && { ...data, items: data.items.filter(({ value }) => value.id === integrationId) },
    error,
  });
  return (
    <Panel title="Heartbeat" frame="box">
      <QueryView
        view={view}
        failed="The heartbeat can’t be read"
        loading={<Skeleton label="Loading the heartbeat" shape="text" count={3} />}
        empty={<p>This integration has no heartbeat. Add a new one in its place.</p>}
      >
        {({ items: [item] }) =>
          item ? (
            <>
              <HeartbeatState heartbeat={item.value} />
              <HeartbeatForm
                key={item.value.revision}
                heartbeat={item.value}
                disabledReason={disabledReason}
              />
            </>
          ) : null
        }
      </QueryView>
    </Panel>
  );
}

function HeartbeatState({ heartbeat: { lastBeatAt, dueAt, missedAt } }: { readonly heartbeat: Heartbeat }) {
  return (
    <DefinitionList
      items={[
        {
          term: 'State',
          value:
            missedAt !== null ? (
              <>
                Missing since <Time at={missedAt} form="moment" />: an alert is open until a beat comes
              </>
            ) : lastBeatAt === null ? (
              'Waiting for the first beat'
            ) : (
              'Beating'
            ),
        },
        { term: 'Last beat', value: lastBeatAt === null ? 'None yet' : <Ago at={lastBeatAt} /> },
        ...(dueAt === null ? [] : [{ term: 'Next due until', value: <Time at={dueAt} form="moment" /> }]),
      ]}
    />
  );
}

const formSchema = v.object(heartbeatFields);
type HeartbeatValues = v.InferInput<typeof formSchema>;

const fields = [
  { name: 'intervalMinutes', label: 'A beat at least every (minutes)', hint: '1 to 10,080: a week.' },
  {
    name: 'graceMinutes',
    label: 'Grace (minutes)',
    hint: 'How much later a beat may come before an alert opens.',
  },
] as const;

interface HeartbeatFormProps {
  readonly heartbeat: Heartbeat;
  readonly disabledReason: string | false;
}

function HeartbeatForm({ heartbeat, disabledReason }: HeartbeatFormProps) {
  const { id, intervalMinutes, graceMinutes, revision } = heartbeat;
  const toasts = useToasts();
  const { control, formState, handleSubmit } = useForm<HeartbeatValues>({
    resolver: valibotResolver(formSchema),
    defaultValues: { intervalMinutes, graceMinutes },
  });
  const values = useWatch({ control });
  const changed = values.intervalMinutes !== intervalMinutes || values.graceMinutes !== graceMinutes;
  const save = useCommand('saveHeartbeat', { onSuccess: () => toasts.done('Heartbeat saved') });
  const submit = (checked: HeartbeatValues) =>
    save.mutate({ integrationId: id, ...checked, expectedRevision: revision });
  return (
    <form className={styles.tester} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {fields.map(({ name, label, hint }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <Field label={label} hint={hint} error={formState.errors[name]?.message}>
              <TextInput
                {...field}
                type="number"
                inputMode="numeric"
                value={Number.isNaN(field.value) ? '' : field.value}
                onChange={(event) => field.onChange(event.target.valueAsNumber)}
              />
            </Field>
          )}
        />
      ))}
      <ProblemText text={save.error ? explain(save.error) : null} />
      <div className={styles.foot}>
        <Button
          type="submit"
          variant="primary"
          disabledReason={disabledReason || (!changed && 'Nothing is changed.')}
          busy={save.isPending && !save.isPaused && 'Saving…'}
        >
          Save the heartbeat
        </Button>
        {save.isPaused ? (
          <output className={styles.muted}>Queued: saved when the connection is back.</output>
        ) : null}
      </div>
    </form>
  );
}
