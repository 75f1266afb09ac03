/**
 * Form in a dialog, of a command that saves no revision: a draft that survives a reload and a refusal, refusals at their fields, and the
 * focus on the first field with an error.
 */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { type RefObject, type SubmitEventHandler, useEffect, useRef, useState } from 'react';
import {
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { CommandFields } from './commands.ts';
import { useDialogCommand } from './dialog-command.ts';
import { useDraft } from './drafts.ts';
import { domainErrorFrom, explain } from './errors.ts';
import { focusFirstError } from './first-error.ts';
import { type FormDraft, readFormDraft, writeFormDraft } from './form-draft.ts';

export interface DialogFormOptions<Values extends FieldValues, N extends CommandName> {
  readonly command: N;
  /** Name of the draft, of what the command is about alone. */
  readonly draft: string;
  /** Values of the form as it opens. */
  readonly start: () => Values;
  /** Whether a kept draft is still of use. Default: always. */
  readonly accepts?: (draft: FormDraft<Values>, start: Values) => boolean;
  readonly schemaOf: (values: Values) => GenericSchema<Values>;
  /** Null: nothing can be sent. */
  readonly inputOf: (values: Values) => CommandFields<N> | null;
  /** Form's field for a field of the command; null where the form has none. */
  readonly fieldOf: (field: string, values: Values) => Path<Values> | null;
  readonly toasts: { done(title: string, detail: string): void; error(title: string, detail: string): void };
  /** Title and sentence of the toast of a command that waits for the connection. */
  readonly queued: readonly [title: string, detail: string];
  readonly onClose: () => void;
  /** The command is done, with or without the dialog. */
  readonly onDone: (input: CommandFields<N>) => void;
}

export interface DialogForm<Values extends FieldValues> extends Pick<
  UseFormReturn<Values>,
  'clearErrors' | 'control' | 'setValue'
> {
  readonly values: Values;
  readonly errors: UseFormReturn<Values>['formState']['errors'];
  readonly changed: boolean;
  /** Attributes of the form element. */
  readonly element: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  };
  readonly foot: {
    readonly problem: string | null;
    readonly busy: 'Saving…' | false;
    readonly disabledReason: string | false;
    readonly newer: null;
    /** Removes the draft. */
    forget(): void;
  };
}

export function useDialogForm<Values extends FieldValues, N extends CommandName>({
  command: name,
  draft: draftName,
  start: makeStart,
  accepts = () => true,
  schemaOf,
  inputOf,
  fieldOf,
  toasts,
  queued,
  onClose,
  onDone,
}: DialogFormOptions<Values, N>): DialogForm<Values> {
  const [start] = useState(makeStart);
  const [key] = useState(draftName);
  const [draft, setDraft] = useDraft(key);
  const [kept] = useState(() => {
    const found = readFormDraft(schemaOf(start), draft);
    return found !== null && accepts(found, start) ? found.values : null;
  });
  const { clearErrors, control, formState, handleSubmit, setError, setValue } = useForm<Values>({
    resolver: (typed, context, options) => {
      // The resolver and the form have the same values; their libraries have no common type for them.
      const resolve: Resolver<Values> = valibotResolver(schemaOf(typed) as never) as never;
      return resolve(typed, context, options);
    },
    defaultValues: (kept ?? start) as never,
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as Values;
  const changed = JSON.stringify(values) !== JSON.stringify(start);
  const written = changed ? writeFormDraft({ revision: 0, from: start, values }) : '';
  useEffect(() => setDraft(written), [written, setDraft]);

  const element = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  useEffect(() => {
    if (submitCount > 0 || refusal !== null) focusFirstError(element.current);
  }, [submitCount, refusal]);

  const { failed } = commandCatalogue[name].labels;
  const command = useDialogCommand(name, {
    close: onClose,
    queued: () => toasts.done(...queued),
    failedLater: (error) => toasts.error(failed ?? 'It was not done', explain(error)),
    showAtField: (error) => {
      const known = domainErrorFrom(error);
      const field = known?.code === 'invalid' ? fieldOf(known.field.split('.')[0] ?? '', values) : null;
      if (known?.code !== 'invalid' || field === null) return false;
      setError(field, { message: known.rule });
      setRefusal(error);
      return true;
    },
  });
  const submit = (checked: Values) => {
    const input = inputOf(checked);
    if (input === null) return;
    command.send(input, () => {
      setDraft('');
      onDone(input);
    });
  };
  return {
    clearErrors,
    control,
    setValue,
    values,
    errors,
    changed,
    element: { ref: element, onSubmit: (event) => void handleSubmit(submit)(event) },
    foot: {
      problem: command.problem,
      busy: command.pending && 'Saving…',
      disabledReason: false,
      newer: null,
      forget: () => setDraft(''),
    },
  };
}
