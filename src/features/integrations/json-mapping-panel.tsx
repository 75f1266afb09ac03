/** The mapping of an integration for plain JSON, and beside it what a pasted message would become while it is edited. */
import { type ReactNode, useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import * as v from 'valibot';
import { settingsLimits } from '#domain/settings-limits.ts';
import { defaultJsonMapping, type JsonMapping, jsonMappingSchema } from '#domain/ingest/json-mapping.ts';
import { parseMapped } from '#domain/ingest/read-mapped.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { alertSeverities, type AlertSeverity } from '#domain/alert/schema.ts';
import type { Integration } from '#domain/integration/schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useDraft } from '#src/data/client/drafts.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';
import { mappingFormSchema, mappingOf, type MappingValues, mappingValuesOf } from './mapping-values.ts';
import { MessageValues, type PathTarget } from './message-values.tsx';
import { PathRow, Rows, ValueRow } from './mapping-rows.tsx';
import { ReadSignal, type SignalResult } from './read-signal.tsx';
import { pastePanels } from './senders.ts';

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
  const [target, setTarget] = useState<PathTarget>('summary');
  const { control, values, takeBack, element, foot } = useEntityForm<MappingValues, 'saveMapping'>({
    command: 'saveMapping',
    draft: `integration.mapping.${integration.id}`,
    entity: integration,
    schema: mappingFormSchema,
    values: mappingValuesOf(integration.mapping ?? defaultJsonMapping),
    inputOf: (checked, { id: integrationId, ...revision }) => ({
      integrationId,
      mapping: mappingOf(checked),
      ...revision,
    }),
    noun: 'mapping',
    toasts: useToasts(),
  });

  return (
    <Panel title={pastePanels.json} frame="box">
      <form className={styles.tester} {...element}>
        <p className={styles.muted}>
          Where each part of an alert stands in a message: names joined by dots, indexes of lists in brackets,
          such as alert.tags[0], and other names in quotes and brackets, such as [&quot;Alert Name&quot;].
          Paste a message below to pick them by a press.
        </p>
        {paths.map(({ name, label, hint }) => (
          <FormField key={name} control={control} name={name} label={label} hint={hint}>
            {(field) => (
              <TextInput
                {...field}
                spellCheck={false}
                autoCapitalize="none"
                onFocus={() => setTarget(name)}
              />
            )}
          </FormField>
        ))}
        <Controller
          control={control}
          name="severityValues"
          render={({ field, fieldState }) => (
            <Rows
              label="Severity value"
              items={field.value}
              onChange={field.onChange}
              fresh={{ value: '', means: 'critical' as AlertSeverity }}
              most={settingsLimits.mappingValues}
              addLabel="Add a severity"
              error={fieldState.error}
              renderItem={(item, change, name) => (
                <ValueRow item={item} change={change} name={name} options={severities} />
              )}
            />
          )}
        />
        <Controller
          control={control}
          name="actionValues"
          render={({ field, fieldState }) => (
            <Rows
              label="Action value"
              items={field.value}
              onChange={field.onChange}
              fresh={{ value: '', means: 'resolve' as (typeof actions)[number]['value'] }}
              most={settingsLimits.mappingValues}
              addLabel="Add an action"
              error={fieldState.error}
              renderItem={(item, change, name) => (
                <ValueRow item={item} change={change} name={name} options={actions} />
              )}
            />
          )}
        />
        <Controller
          control={control}
          name="links"
          render={({ field, fieldState }) => (
            <Rows
              label="Link"
              items={field.value}
              onChange={field.onChange}
              fresh={{ path: '', text: '' }}
              most={settingsLimits.mappingLinks}
              addLabel="Add a link"
              error={fieldState.error}
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
          render={({ field, fieldState }) => (
            <Rows
              label="Label"
              items={field.value}
              onChange={field.onChange}
              fresh={{ name: '', path: '' }}
              most={settingsLimits.mappingLabels}
              addLabel="Add a label"
              error={fieldState.error}
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
        <MappedMessage integrationId={integration.id} mapping={mappingOf(values)}>
          {(body) => <MessageValues body={body} {...{ control, target }} onTarget={setTarget} />}
        </MappedMessage>
        <FormFoot
          {...foot}
          disabledReason={disabledReason || foot.disabledReason}
          submitLabel="Save the mapping"
        >
          <Button disabledReason={foot.disabledReason} onClick={takeBack}>
            Take back
          </Button>
        </FormFoot>
      </form>
    </Panel>
  );
}

interface MappedMessageProps {
  readonly integrationId: string;
  readonly mapping: JsonMapping;
  /** Values of the message that is pasted. */
  readonly children: (body: unknown) => ReactNode;
}

function MappedMessage({ integrationId, mapping, children }: MappedMessageProps) {
  const [pasted, setPasted] = useDraft(`integration.message.${integrationId}`);
  const clock = useClock();
  const [now] = useState(() => clock.now());
  const body = useMemo(() => parseJson(pasted.trim()), [pasted]);
  const reading = pasted.trim() === '' ? null : readMapped(body, mapping, now);
  return (
    <>
      <Field
        label="Message"
        hint="JSON, as the sender sends it. What it becomes shows below. Nothing is stored, and nobody is paged."
        error={reading !== null && !reading.ok ? reading.problem : undefined}
      >
        <TextArea rows={5} maxRows={16} value={pasted} onChange={(event) => setPasted(event.target.value)} />
      </Field>
      {body === undefined ? null : children(body)}
      {reading?.ok ? <ReadSignal signal={reading.signal} warnings={reading.warnings} /> : null}
    </>
  );
}

function readMapped(body: unknown, mapping: JsonMapping, now: number): SignalResult {
  if (body === undefined)
    return { ok: false, problem: 'This is not JSON. Paste the whole message, braces included.' };
  const checked = v.safeParse(jsonMappingSchema, mapping);
  if (!checked.success) return { ok: false, problem: 'Complete the mapping to read the message.' };
  const parsed = parseMapped(body, checked.output, now);
  return parsed.ok ? parsed : { ok: false, problem: parsed.error.message };
}
