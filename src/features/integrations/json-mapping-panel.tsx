/** The mapping of an integration for plain JSON, and beside it what a pasted message would become while it is edited. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import {
  defaultJsonMapping,
  type JsonMapping,
  jsonMappingSchema,
  parseMapped,
} from '#domain/ingest/json-mapping.ts';
import { alertSeverities, type AlertSeverity } from '#domain/alert/schema.ts';
import type { Integration } from '#domain/integration/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';
import {
  mappingFormSchema,
  mappingOf,
  type MappingValues,
  mappingValuesOf,
  readMappingDraft,
} from './mapping-values.ts';
import { PathRow, Rows, ValueRow } from './mapping-rows.tsx';
import { ReadSignal, type SignalResult } from './read-signal.tsx';

const severities = alertSeverities.map((value): { value: AlertSeverity; label: string } => ({
  value,
  label: value,
}));
const actions = [
  { value: 'trigger', label: 'opens an alert' },
  { value: 'acknowledge', label: 'acknowledges it' },
  { value: 'resolve', label: 'resolves it' },
] as const;

const paths = [
  { name: 'summary', label: 'Summary at', hint: 'What the alert says.' },
  {
    name: 'dedupKey',
    label: 'Key at',
    hint: 'Messages with the same key are one alert until it is resolved. Empty: the summary is the key.',
  },
  { name: 'severityPath', label: 'Severity at', hint: 'Empty: always an error.' },
  { name: 'actionPath', label: 'Action at', hint: 'Empty: every message opens an alert.' },
] as const;

interface JsonMappingPanelProps {
  readonly integration: Integration;
  readonly disabledReason: string | false;
}

export function JsonMappingPanel({ integration, disabledReason }: JsonMappingPanelProps) {
  const { id, revision, mapping } = integration;
  const toasts = useToasts();
  const [draft, setDraft] = useDraft(`integration.mapping.${id}`);
  const start = mappingValuesOf(mapping ?? defaultJsonMapping);
  const form = useForm<MappingValues>({
    resolver: valibotResolver(mappingFormSchema),
    defaultValues: readMappingDraft(draft) ?? start,
  });
  const { control, formState, handleSubmit, reset } = form;
  const { errors } = formState;
  const values = useWatch({ control }) as MappingValues;
  const written = JSON.stringify(values);
  const changed = written !== JSON.stringify(start);
  useEffect(() => setDraft(changed ? written : ''), [changed, written, setDraft]);
  const save = useCommand('saveMapping', { onSuccess: () => toasts.done('Mapping saved') });
  const submit = (checked: MappingValues) =>
    save.mutate({ integrationId: id, mapping: mappingOf(checked), expectedRevision: revision });

  return (
    <Panel title="Mapping" frame="box">
      <form className={styles.tester} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <p className={styles.muted}>
          Where each part of an alert stands in a message: names joined by dots, indexes of lists in brackets,
          such as alert.tags[0].
        </p>
        {paths.map(({ name, label, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <Field label={label} hint={hint} error={errors[name]?.message}>
                <TextInput {...field} spellCheck={false} autoCapitalize="none" />
              </Field>
            )}
          />
        ))}
        <Controller
          control={control}
          name="severityValues"
          render={({ field }) => (
            <Rows
              label="Severity value"
              items={field.value}
              onChange={field.onChange}
              fresh={{ value: '', means: 'critical' as AlertSeverity }}
              most={limits.mappingValues}
              addLabel="Add a severity"
              error={errors.severityValues}
              renderItem={(item, change, name) => (
                <ValueRow item={item} change={change} name={name} options={severities} />
              )}
            />
          )}
        />
        <Controller
          control={control}
          name="actionValues"
          render={({ field }) => (
            <Rows
              label="Action value"
              items={field.value}
              onChange={field.onChange}
              fresh={{ value: '', means: 'resolve' as (typeof actions)[number]['value'] }}
              most={limits.mappingValues}
              addLabel="Add an action"
              error={errors.actionValues}
              renderItem={(item, change, name) => (
                <ValueRow item={item} change={change} name={name} options={actions} />
              )}
            />
          )}
        />
        <Controller
          control={control}
          name="links"
          render={({ field }) => (
            <Rows
              label="Link"
              items={field.value}
              onChange={field.onChange}
              fresh={{ path: '', text: '' }}
              most={limits.mappingLinks}
              addLabel="Add a link"
              error={errors.links}
              renderItem={({ path, text }, change, name) => (
                <PathRow
                  {...{ name, path, text }}
                  textLabel="text of the link"
                  onPath={(next) => change({ path: next, text })}
                  onText={(next) => change({ path, text: next })}
                />
              )}
            />
          )}
        />
        <Controller
          control={control}
          name="labels"
          render={({ field }) => (
            <Rows
              label="Label"
              items={field.value}
              onChange={field.onChange}
              fresh={{ name: '', path: '' }}
              most={limits.mappingLabels}
              addLabel="Add a label"
              error={errors.labels}
              renderItem={({ name: label, path }, change, name) => (
                <PathRow
                  {...{ name, path }}
                  text={label}
                  textLabel="name of the label"
                  onPath={(next) => change({ name: label, path: next })}
                  onText={(next) => change({ name: next, path })}
                />
              )}
            />
          )}
        />
        <MappedMessage integrationId={id} mapping={mappingOf(values)} />
        <ProblemText text={save.error ? explain(save.error) : null} />
        <div className={styles.foot}>
          <Button disabledReason={!changed && 'Nothing is changed.'} onClick={() => reset(start)}>
            Take back
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={disabledReason || (!changed && 'Nothing is changed.')}
            busy={save.isPending && !save.isPaused && 'Saving…'}
          >
            Save the mapping
          </Button>
          {save.isPaused ? (
            <output className={styles.muted}>Queued: saved when the connection is back.</output>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}

interface MappedMessageProps {
  readonly integrationId: string;
  readonly mapping: JsonMapping;
}

function MappedMessage({ integrationId, mapping }: MappedMessageProps) {
  const [pasted, setPasted] = useDraft(`integration.message.${integrationId}`);
  const clock = useClock();
  const [now] = useState(() => clock.now());
  const reading = pasted.trim() === '' ? null : readMapped(pasted, mapping, now);
  return (
    <>
      <Field
        label="Message"
        hint="JSON, as the sender sends it. What it becomes shows below. Nothing is stored, and nobody is paged."
        error={reading !== null && !reading.ok ? reading.problem : undefined}
      >
        <TextArea rows={5} maxRows={16} value={pasted} onChange={(event) => setPasted(event.target.value)} />
      </Field>
      {reading?.ok ? <ReadSignal signal={reading.signal} warnings={reading.warnings} /> : null}
    </>
  );
}

function readMapped(pasted: string, mapping: JsonMapping, now: number): SignalResult {
  const checked = v.safeParse(jsonMappingSchema, mapping);
  if (!checked.success) return { ok: false, problem: 'Complete the mapping to read the message.' };
  let body: unknown;
  try {
    body = JSON.parse(pasted);
  } catch {
    return { ok: false, problem: 'This is not JSON. Paste the whole message, braces included.' };
  }
  const parsed = parseMapped(body, checked.output, now);
  return parsed.ok ? parsed : { ok: false, problem: parsed.error.message };
}
