/** A new integration: which sender, for which service. Then its key, once. */
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import * as v from 'valibot';
import { useLocation, useSearchParams } from 'wouter';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { type SenderKind, senderKindSchema } from '#domain/integration/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { beginningOf, links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { SingleCombobox } from '#src/ui/single-combobox.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';
import { MadeKey } from './made-key.tsx';
import { newKey, senderHints, senderNames } from './senders.ts';

interface Made {
  readonly integrationId: string;
  readonly name: string;
  readonly kind: SenderKind;
  readonly secret: string;
}

export function NewIntegrationScreen() {
  const [, navigate] = useLocation();
  const [made, setMade] = useState<Made | null>(null);
  const [params] = useSearchParams();
  const inSetup = beginningOf(params) === 'setup';
  const { data: services, error } = useServices();
  const [only, ...others] = services?.items ?? [];
  const serviceId = params.get('service') ?? (only && others.length === 0 ? only.value.id : '');
  const verdict = useMayRun()('createIntegration');
  return (
    <div>
      <PageHeader
        title={made === null ? 'Add an integration' : `The key of ${made.name}`}
        description={made === null ? 'A key with which a machine raises alerts for a service.' : undefined}
      />
      <div className={styles.page}>
        {made !== null ? (
          <Panel title="Key and configuration" frame="box">
            <MadeKey
              integrationId={made.integrationId}
              kind={made.kind}
              secret={made.secret}
              onDone={() => navigate(inSetup ? links.home() : links.integration(made.integrationId))}
            />
          </Panel>
        ) : verdict.allowed && services === undefined && error === null ? (
          <Skeleton label="Loading the services" shape="rows" count={4} />
        ) : verdict.allowed ? (
          <IntegrationForm
            start={{ name: inSetup ? senderNames.alertmanager : '', kind: 'alertmanager', serviceId }}
            onMade={setMade}
            onCancel={() => navigate(links.integrations())}
          />
        ) : (
          <EmptyState
            title="You can’t add integrations"
            action={
              <Link href={links.integrations()} look="button">
                All integrations
              </Link>
            }
          >
            {verdict.reason}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

const formSchema = v.object({
  name: textSchema(limits.name),
  kind: senderKindSchema,
  serviceId: v.pipe(v.string(), v.minLength(1, 'Choose the service that its alerts are about.')),
});
type IntegrationValues = v.InferInput<typeof formSchema>;

interface IntegrationFormProps {
  readonly start: IntegrationValues;
  readonly onMade: (made: Made) => void;
  readonly onCancel: () => void;
}

function IntegrationForm({ start, onMade, onCancel }: IntegrationFormProps) {
  const services = useServices().data?.items;
  const [{ key: secret, ...digest }] = useState(newKey);
  const { control, element, foot } = useEntityForm<IntegrationValues, 'createIntegration'>({
    command: 'createIntegration',
    draft: 'integration.new',
    entity: null,
    schema: formSchema,
    values: start,
    inputOf: (values, { id: integrationId }) => ({ integrationId, ...values, ...digest }),
    noun: 'integration',
    toasts: useToasts(),
    onSaved: (integrationId, { name, kind }) => onMade({ integrationId, name, kind, secret }),
  });
  if (services?.length === 0)
    return (
      <EmptyState
        title="Add a service first"
        action={
          <Link href={links.newService()} look="primary">
            Add a service
          </Link>
        }
      >
        Alerts are about a service: it says who is paged for them.
      </EmptyState>
    );
  return (
    <form className={styles.form} {...element}>
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <RadioCards
            label="Sender"
            options={senderKindSchema.options.map((kind) => ({
              value: kind,
              label: senderNames[kind],
              hint: senderHints[kind],
            }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <FormField
        control={control}
        name="serviceId"
        label="Service"
        hint="What its alerts are about. The service says who is paged."
      >
        {({ value: chosen, onChange }) => (
          <SingleCombobox
            options={(services ?? []).map(({ value }) => ({ id: `${value.id}`, label: value.name }))}
            value={chosen}
            onChange={onChange}
            placeholder="Choose a service"
          />
        )}
      </FormField>
      <FormField control={control} name="name" label="Name" hint="To tell it from the others.">
        {(field) => <TextInput {...field} placeholder="Alertmanager, production" />}
      </FormField>
      <FormFoot
        {...foot}
        busy={foot.busy && 'Making the key…'}
        queuedNote="Queued: the key shows here when the connection is back."
        submitLabel="Make the key"
        onCancel={onCancel}
      />
    </form>
  );
}
