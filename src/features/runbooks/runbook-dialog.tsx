/** The form of a runbook. What is typed survives a reload, and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { severities, severitySchema } from '#domain/incident/schema.ts';
import { runbookFields, type Runbook } from '#domain/runbook/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
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
  /** One a line. */
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

function readDraft(draft: string): RunbookForm | null {
  try {
    return JSON.parse(draft) as RunbookForm;
  } catch {
    return null;
  }
}

export interface RunbookDialogProps {
  /** Null: a new one. */
  readonly runbook: Runbook | null;
  readonly onClose: () => void;
}

export function RunbookDialog({ runbook, onClose }: RunbookDialogProps) {
  const [draft, setDraft] = useDraft(`runbook.${runbook?.id ?? 'new'}`);
  const { severityNames } = useSettings();
  const services = useServices().data?.items ?? [];
  const docs = usePort(docsToken);
  const toasts = useToasts();
  const form = useForm<RunbookForm>({
    resolver: valibotResolver(formSchema),
    defaultValues: formOf(runbook),
    ...(draft !== '' && { values: readDraft(draft) ?? formOf(runbook) }),
  });
  const { control, formState, handleSubmit } = form;
  const { errors } = formState;
  const written = JSON.stringify(useWatch({ control }));
  useEffect(() => {
    if (formState.isDirty) setDraft(written);
  }, [formState.isDirty, written, setDraft]);

  const save = useDialogCommand('saveRunbook', {
    close: onClose,
    queued: () => toasts.done('The runbook is queued', 'It is saved when the connection is back.'),
    failedLater: (error) => toasts.error('The runbook was not saved', explain(error)),
  });
  const submit = ({ steps, ...said }: RunbookForm) => {
    const known = new Map(runbook?.steps.map(({ id, text }) => [text, id]));
    const input = {
      ...said,
      runbookId: runbook?.id ?? docs.newId(),
      // A line that was there keeps its id, and with it the tasks that incidents have of it.
      steps: linesOf(steps).map((text) => ({ id: take(known, text) ?? docs.newId(), text })),
      ...(runbook && { expectedRevision: runbook.revision }),
    };
    save.send(input, () => setDraft(''));
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={runbook ? `Edit “${runbook.name}”` : 'New runbook'}
      onSubmit={() => void handleSubmit(submit)()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.pending && 'Saving…'}>
            Save runbook
          </Button>
        </>
      }
    >
      <Controller
        control={control}
        name="name"
        render={({ field }) => (
          <Field label="Name" error={errors.name?.message}>
            <TextInput {...field} placeholder="Card payments fail" />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="severities"
        render={({ field }) => (
          <Field label="Severities" hint="None: for every severity." error={errors.severities?.message}>
            <Combobox
              options={severities.map((id) => ({ id, label: `${id} ${severityNames[id]}` }))}
              value={field.value}
              onChange={(ids) => field.onChange([...ids])}
              placeholder="Any severity"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="serviceIds"
        render={({ field }) => (
          <Field label="Services" hint="None: for every service." error={errors.serviceIds?.message}>
            <Combobox
              options={services.map(({ value }) => ({ id: value.id, label: value.name }))}
              value={field.value}
              onChange={(ids) => field.onChange([...ids])}
              placeholder="Any service"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="steps"
        render={({ field }) => (
          <Field label="Steps" hint="One a line, in their order." error={errors.steps?.message}>
            <TextArea {...field} rows={6} />
          </Field>
        )}
      />
      <ProblemText text={save.problem} />
    </Dialog>
  );
}

/** Each id is given once: a line that stands twice is two steps. */
function take(known: Map<string, string>, text: string): string | undefined {
  const id = known.get(text);
  known.delete(text);
  return id;
}
