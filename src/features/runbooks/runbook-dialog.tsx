/** Form of a runbook. Typed values survive a reload and a failed save. */
import * as v from 'valibot';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { severities, severitySchema } from '#domain/incident/schema.ts';
import { runbookFields, type Runbook } from '#domain/runbook/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { usePort } from '#react/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const formSchema = v.object({
  name: textSchema(limits.name),
  severities: v.array(severitySchema),
  serviceIds: runbookFields.serviceIds,
  /** Steps, one a line. */
  steps: v.pipe(
    v.string(),
    v.check((text) => linesOf(text).length > 0, 'Write at least one step.'),
    v.check((text) => linesOf(text).length <= 50, 'A runbook has at most 50 steps. Make two of it.'),
    v.check(
      (text) => linesOf(text).every((line) => line.length <= limits.taskText),
      `A step has at most ${limits.taskText} characters. Shorten the longest.`,
    ),
  ),
});
type RunbookForm = v.InferInput<typeof formSchema>;

const formOf = (runbook: Runbook | null): RunbookForm => ({
  name: runbook?.name ?? '',
  severities: [...(runbook?.severities ?? [])],
  serviceIds: [...(runbook?.serviceIds ?? [])],
  steps: (runbook?.steps ?? []).map(({ text }) => text).join('\n'),
});

/** A line that was there keeps its id, and with it the tasks that incidents have of it. */
function stepsOf(text: string, before: Runbook['steps'], newId: () => string): Runbook['steps'] {
  const known = new Map(before.map((step) => [step.text, step.id]));
  return linesOf(text).map((line) => ({ id: take(known, line) ?? newId(), text: line }));
}

export interface RunbookDialogProps {
  /** Null: a new one. */
  readonly runbook: Runbook | null;
  readonly onClose: () => void;
}

export function RunbookDialog({ runbook, onClose }: RunbookDialogProps) {
  const { severityNames } = useSettings();
  const services = useServices().data?.items ?? [];
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const form = useEntityForm<RunbookForm, 'saveRunbook'>({
    command: 'saveRunbook',
    draft: `runbook.${runbook?.id ?? 'new'}`,
    entity: runbook,
    schema: formSchema,
    values: formOf(runbook),
    inputOf: ({ steps, ...said }, { id: runbookId, ...revision }) => ({
      ...said,
      runbookId,
      steps: stepsOf(steps, runbook?.steps ?? [], () => docs.newId()),
      ...revision,
    }),
    noun: 'runbook',
    toasts,
    onQueued: () => {
      onClose();
      toasts.done('The runbook is queued', 'It is saved when the connection is back.');
    },
    onSaved: onClose,
  });
  const { control } = form;
  return (
    <FormDialog
      title={runbook ? `Edit “${runbook.name}”` : 'New runbook'}
      form={form}
      submitLabel="Save runbook"
      onClose={onClose}
    >
      <FormField control={control} name="name" label="Name">
        {(field) => <TextInput {...field} placeholder="Card payments fail" />}
      </FormField>
      <FormField control={control} name="severities" label="Severities" hint="None: for every severity.">
        {({ value, onChange }) => (
          <Combobox
            options={severities.map((id) => ({ id, label: `${id} ${severityNames[id]}` }))}
            value={value}
            onChange={(ids) => onChange([...ids])}
            placeholder="Any severity"
          />
        )}
      </FormField>
      <FormField control={control} name="serviceIds" label="Services" hint="None: for every service.">
        {({ value: chosen, onChange }) => (
          <Combobox
            options={services.map(({ value }) => ({ id: value.id, label: value.name }))}
            value={chosen}
            onChange={(ids) => onChange([...ids])}
            placeholder="Any service"
          />
        )}
      </FormField>
      <FormField control={control} name="steps" label="Steps" hint="One a line, in their order.">
        {(field) => <TextArea {...field} rows={6} />}
      </FormField>
    </FormDialog>
  );
}

/** Id of a known step, taken once: a repeated line is two steps. */
function take(known: Map<string, string>, text: string): string | undefined {
  const id = known.get(text);
  known.delete(text);
  return id;
}
