/**
 * Form of one entity, new or in place: a draft that survives a reload and a refusal, a save that never writes over a newer revision,
 * refusals at their fields, and the focus on the first field with an error.
 */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { type RefObject, useEffect, useEffectEvent, useRef, useState, type SubmitEventHandler } from 'react';
import { type FieldValues, type Path, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { commandCatalogue, type CommandName, type CommandOutput } from '#api/commands.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { type CommandFields, useCommand } from './commands.ts';
import { useDraft } from './drafts.ts';
import { domainErrorFrom, explain } from './errors.ts';
import { focusFirstError } from './first-error.ts';
import { readFormDraft, writeFormDraft } from './form-draft.ts';
import { usePort } from '#react/ports.tsx';

type SavingCommand = {
  [N in CommandName]: CommandOutput<N> extends { readonly revision: number } ? N : never;
}[CommandName];

/** Entity that a save is about. */
export interface SaveTarget {
  readonly id: string;
  /** Absent: a new one. */
  readonly expectedRevision?: number;
}

/** Target of a save whose command has no id of its own. */
export const revisionOf = ({ expectedRevision }: SaveTarget): Omit<SaveTarget, 'id'> =>
  expectedRevision === undefined ? {} : { expectedRevision };

export interface EntityFormOptions<Values extends FieldValues, N extends SavingCommand> {
  readonly command: N;
  /** Name of the draft, of this entity alone. */
  readonly draft: string;
  /** Null: a new one. */
  readonly entity: { readonly id: string; readonly revision: number } | null;
  readonly schema: GenericSchema<Values>;
  /** Values of the saved entity, or of a new one. */
  readonly values: Values;
  readonly inputOf: (values: Values, target: SaveTarget) => CommandFields<N>;
  /** Fields that the draft leaves out: secrets, and what is large. Default: none. */
  readonly unkept?: readonly (keyof Values)[];
  /** Form's name of a part of the command's field path, where they differ. */
  readonly fieldNames?: (values: Values) => Readonly<Record<string, string>>;
  /** Noun of the toast that tells a save: `service`. */
  readonly noun: string;
  /**
   * Newer revisions that are a conflict. `values`: those with other values of the form, for an entity whose revision other commands
   * raise too. Default `revision`: all.
   */
  readonly conflicts?: 'revision' | 'values';
  readonly toasts: { done(title: string): void; error(title: string, detail: string): void };
  /** The save waits for the connection, and the form can close. Default: it stays, and says so. */
  readonly onQueued?: () => void;
  /** The entity is saved and nothing was typed since. Not called once the form is gone. */
  readonly onSaved?: (id: string, values: Values) => void;
}

/** Newer revision of the entity, saved elsewhere while the form holds unsaved text. */
export interface NewerEntity<Values> {
  readonly before: Values;
  readonly now: Values;
  /** Saves over it next. */
  keep(): void;
  /** Replaces all that is typed. */
  discard(): void;
}

export interface EntityFormFoot<Values> {
  readonly problem: string | null;
  readonly busy: 'Saving…' | false;
  /** The save waits for the connection. */
  readonly queued: boolean;
  readonly disabledReason: string | false;
  readonly newer: NewerEntity<Values> | null;
  /** Removes the draft. */
  forget(): void;
}

export interface EntityForm<Values extends FieldValues> extends Pick<
  UseFormReturn<Values>,
  'control' | 'getValues'
> {
  readonly id: string;
  readonly values: Values;
  readonly errors: UseFormReturn<Values>['formState']['errors'];
  readonly changed: boolean;
  /** Back to the saved values. */
  takeBack(): void;
  /** Attributes of the form element. */
  readonly element: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
  };
  readonly foot: EntityFormFoot<Values>;
}

interface Base<Values> {
  readonly revision: number;
  readonly values: Values;
  /** Values that a new entity's form started with, where these have come since. */
  readonly before?: Values;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useEntityForm<Values extends FieldValues, N extends SavingCommand>({
  command,
  draft: draftName,
  entity,
  schema,
  values: saved,
  inputOf,
  unkept = [],
  fieldNames = () => ({}),
  noun,
  conflicts = 'revision',
  toasts,
  onQueued,
  onSaved,
}: EntityFormOptions<Values, N>): EntityForm<Values> {
  const docs = usePort(docsToken);
  const [id] = useState(() => entity?.id ?? docs.newId());
  const [draft, setDraft] = useDraft(draftName);
  const [kept] = useState(() => readFormDraft(schema, draft));
  const [base, setBase] = useState<Base<Values>>(() =>
    kept !== null
      ? { revision: kept.revision, values: kept.from }
      : { revision: entity?.revision ?? 0, values: saved },
  );
  const { clearErrors, control, formState, getValues, handleSubmit, reset, setError } = useForm<Values>({
    // The resolver and the form have the same values; their libraries have no common type for them.
    resolver: valibotResolver(schema as never) as never,
    defaultValues: (kept?.values ?? saved) as never,
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as Values;
  const isUntouched = isSame(values, base.values);
  const isAsSaved = entity !== null && isSame(values, saved);
  const changed = !isUntouched && !isAsSaved;
  const blanks = Object.fromEntries(unkept.map((name) => [name, saved[name]]));
  const written = changed
    ? writeFormDraft({
        revision: base.revision,
        from: { ...base.values, ...blanks },
        values: { ...values, ...blanks },
      })
    : '';
  useEffect(() => setDraft(written), [written, setDraft]);

  const element = useRef<HTMLFormElement>(null);
  const isGone = () => element.current === null;
  const [refusal, setRefusal] = useState<{ readonly error: unknown; readonly rule: string } | null>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    focusFirstError(element.current);
    // A field that does not show its errors.
    if (refusal !== null && element.current?.textContent.includes(refusal.rule) === false)
      setError('root', { message: explain(refusal.error) });
  }, [submitCount, refusal, setError]);

  const save = useCommand(command);
  const tellQueued = useEffectEvent(() => onQueued?.());
  useEffect(() => {
    if (save.isPaused) tellQueued();
  }, [save.isPaused]);
  const startFrom = (revision: number, next: Values, replaces: boolean) => {
    setBase({ revision, values: next });
    if (replaces) reset(next);
    else clearErrors('root');
  };
  const isNewer = entity !== null && entity.revision > base.revision && !save.isPending;
  const isUnaffected = conflicts === 'values' && isSame(saved, base.values);
  if (isNewer && (isAsSaved || isUnaffected)) setBase({ revision: entity.revision, values: saved });
  const follow = useEffectEvent(() => reset(saved));
  useEffect(() => {
    if (isNewer && isUntouched) follow();
  }, [isNewer, isUntouched]);
  // What a new one starts with can come late: with the only service there is, say.
  const isLate = entity === null && base.revision === 0 && !save.isPending && !isSame(saved, base.values);
  if (isLate) setBase({ revision: 0, values: saved, before: base.values });
  const { before } = base;
  const startAgain = useEffectEvent((from: Values) => reset(withStart(getValues(), from, saved)));
  useEffect(() => {
    if (before) startAgain(before);
  }, [before]);

  const { failed } = commandCatalogue[command].labels;
  const refuse = (error: unknown) => {
    if (isGone()) {
      toasts.error(failed ?? 'It was not saved', explain(error));
      return;
    }
    const known = domainErrorFrom(error);
    const field = known?.code === 'invalid' ? fieldOf(known.field, fieldNames(values)) : '';
    if (known?.code === 'invalid' && Object.hasOwn(values, field.split('.')[0] ?? '')) {
      setError(field as Path<Values>, { message: known.rule });
      setRefusal({ error, rule: known.rule });
    } else setError('root', { message: explain(error) });
  };
  const submit = (checked: Values) => {
    const typed = JSON.stringify(getValues());
    setRefusal(null);
    const target = { id, ...(base.revision > 0 && { expectedRevision: base.revision }) };
    save.mutateAsync(inputOf(checked, target)).then(({ revision }) => {
      // A new one is told by its own page, which opens next.
      if (entity !== null || isGone()) toasts.done(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} saved`);
      const isAsSent = typed === JSON.stringify(getValues());
      if (isAsSent) setDraft('');
      if (isGone()) return;
      startFrom(revision, checked, isAsSent);
      if (isAsSent) onSaved?.(id, checked);
    }, refuse);
  };
  return {
    id,
    control,
    getValues,
    values,
    errors,
    changed,
    takeBack: () => reset(base.values),
    element: { ref: element, noValidate: true, onSubmit: (event) => void handleSubmit(submit)(event) },
    foot: {
      problem: errors.root?.message ?? null,
      busy: save.isPending && !save.isPaused && 'Saving…',
      queued: save.isPaused,
      disabledReason: entity !== null && !changed && 'Nothing is changed yet.',
      newer:
        isNewer && changed
          ? {
              before: base.values,
              now: saved,
              keep: () => startFrom(entity.revision, saved, false),
              discard: () => startFrom(entity.revision, saved, true),
            }
          : null,
      forget: () => setDraft(''),
    },
  };
}

/** Fields that are as they were take the values of another start. */
function withStart<Values extends FieldValues>(values: Values, before: Values, start: Values): Values {
  const typed = Object.entries(values).filter(([name, value]) => !isSame(value, before[name]));
  return { ...start, ...Object.fromEntries(typed) };
}

/** Path of the form's field for a path of the command's. */
const fieldOf = (path: string, names: Readonly<Record<string, string>>): string =>
  path
    .split('.')
    .map((name) => names[name] ?? name)
    .join('.');
