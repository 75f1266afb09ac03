/** A new integration: which sender, for which service. Then its key, once. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { useLocation, useSearchParams } from 'wouter';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { type SenderKind, senderKindSchema } from '#domain/integration/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { beginningOf, links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
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

function readDraft(draft: string): IntegrationValues | null {
  try {
    const read = v.safeParse(
      v.object({ ...formSchema.entries, name: v.string(), serviceId: v.string() }),
      JSON.parse(draft),
    );
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

interface IntegrationFormProps {
  readonly start: IntegrationValues;
  readonly onMade: (made: Made) => void;
  readonly onCancel: () => void;
}

function IntegrationForm({ start: first, onMade, onCancel }: IntegrationFormProps) {
  const docs = usePort(docsToken);
  const services = useServices().data?.items;
  const [draft, setDraft] = useDraft('integration.new');
  const [start] = useState(first);
  const form = useForm<IntegrationValues>({
    resolver: valibotResolver(formSchema),
    defaultValues: readDraft(draft) ?? start,
  });
  const { control, formState, handleSubmit } = form;
  const { errors } = formState;
  const written = JSON.stringify(useWatch({ control }));
  const changed = written !== JSON.stringify(start);
  useEffect(() => setDraft(changed ? written : ''), [changed, written, setDraft]);
  const create = useCommand('createIntegration');
  const submit = ({ name, kind, serviceId }: IntegrationValues) => {
    const { key, keyId, keyEnding } = newKey();
    const integrationId = docs.newId();
    create.mutate(
      { integrationId, name, kind, serviceId, keyId, keyEnding },
      {
        onSuccess: () => {
          setDraft('');
          onMade({ integrationId, name, kind, secret: key });
        },
      },
    );
  };
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
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
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
      <Controller
        control={control}
        name="serviceId"
        render={({ field }) => (
          <Field
            label="Service"
            error={errors.serviceId?.message}
            hint="What its alerts are about. The service says who is paged."
          >
            <Combobox
              options={(services ?? []).map(({ value }) => ({ id: `${value.id}`, label: value.name }))}
              value={field.value === '' ? [] : [field.value]}
              onChange={(ids) => field.onChange(ids.at(-1) ?? '')}
              placeholder="Choose a service"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="name"
        render={({ field }) => (
          <Field label="Name" error={errors.name?.message} hint="To tell it from the others.">
            <TextInput {...field} placeholder="Alertmanager, production" />
          </Field>
        )}
      />
      <ProblemText text={create.error ? explain(create.error) : null} />
      <div className={styles.foot}>
        <Button
          onClick={() => {
            setDraft('');
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={create.isPending && !create.isPaused && 'Making the key…'}
        >
          Make the key
        </Button>
        {create.isPaused ? (
          <output className={styles.muted}>Queued: the key shows here when the connection is back.</output>
        ) : null}
      </div>
    </form>
  );
}
