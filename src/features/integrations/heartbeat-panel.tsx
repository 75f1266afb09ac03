/** A heartbeat: when it came last, when the next is due, and how often it has to come. */
import * as v from 'valibot';
import { heartbeatFields, type Heartbeat } from '#domain/heartbeat/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useView } from '#src/data/client/view.ts';
import { useHeartbeats } from '#src/data/queries/integrations.ts';
import { FormField, NumberInput } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { DefinitionList, Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
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
              <HeartbeatForm heartbeat={item.value} disabledReason={disabledReason} />
            </>
          ) : null
        }
      </QueryView>
    </Panel>
  );
}

export function HeartbeatState({
  heartbeat: { lastBeatAt, dueAt, missedAt },
}: {
  readonly heartbeat: Heartbeat;
}) {
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
  const { intervalMinutes, graceMinutes } = heartbeat;
  const { control, element, foot } = useEntityForm<HeartbeatValues, 'saveHeartbeat'>({
    command: 'saveHeartbeat',
    draft: `heartbeat.${heartbeat.id}`,
    entity: heartbeat,
    schema: formSchema,
    values: { intervalMinutes, graceMinutes },
    inputOf: (values, { id: integrationId, ...revision }) => ({ integrationId, ...values, ...revision }),
    noun: 'heartbeat',
    toasts: useToasts(),
  });
  return (
    <form className={styles.tester} {...element}>
      {fields.map(({ name, label, hint }) => (
        <FormField key={name} control={control} name={name} label={label} hint={hint}>
          {(field) => <NumberInput {...field} />}
        </FormField>
      ))}
      <FormFoot
        {...foot}
        disabledReason={disabledReason || foot.disabledReason}
        submitLabel="Save the heartbeat"
      />
    </form>
  );
}
