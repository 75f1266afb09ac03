import { valibotResolver } from '@hookform/resolvers/valibot';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { limits } from '#domain/constants.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { severities } from '#domain/incident/schema.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useCommand, usePendingCommands } from '#src/data/client/commands.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { assignShared, type Shared } from '#src/data/client/shared-images.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { severityMeanings } from '#src/data/queries/severity.ts';
import { useView } from '#src/data/client/view.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { isApple } from '#src/ui/key-combo.ts';
import { useKey } from '#src/ui/keys.tsx';
import { Link } from '#src/ui/link.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import {
  blank,
  type DeclarationForm,
  declaration,
  fromAlert,
  readDeclaration,
  whomOf,
  withSharedTitle,
} from './declaration.ts';
import styles from './declare-form.module.css';
import { SharedImages } from './shared-images.tsx';
import { useWhomOptions } from './use-whom-options.tsx';

interface DeclareFormProps {
  /** Alert from which fields are filled in, and which is linked. */
  readonly alert: Alert | null;
  /** Text and images of another app; the images are added to the room. */
  readonly shared: Shared | null;
}

/** Form with everything needed to open a room. Its values survive a reload, and a refusal. */
export function DeclareForm({ alert, shared }: DeclareFormProps) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useDraft(alert ? `declare.${alert.id}` : 'declare');
  const { severityNames } = useSettings();
  const readServices = useView(useServices());
  const services = readServices.data?.items ?? [];
  const declare = useCommand('declareIncident');
  const offline = useConnected() === false;
  const form = useForm<DeclarationForm>({
    resolver: valibotResolver(declaration),
    defaultValues: withSharedTitle(readDeclaration(draft) ?? (alert ? fromAlert(alert) : blank), shared),
  });
  const { control, handleSubmit, setError, setValue, formState } = form;
  const toasts = useToasts();
  const { errors } = formState;
  const values = useWatch({ control }) as DeclarationForm;
  const written = JSON.stringify(values);
  useEffect(() => {
    if (formState.isDirty) setDraft(written);
  }, [formState.isDirty, written, setDraft]);

  const { setFocus } = form;
  useEffect(() => setFocus('title'), [setFocus]);
  // State instead of a direct navigation: a declaration that was queued must not move the person away from another screen.
  const [declared, setDeclared] = useState<number | null>(null);
  useEffect(() => {
    if (declared !== null) navigate(links.incident(declared));
  }, [declared, navigate]);

  const mounted = useMounted();

  const submit = async ({ page, ...said }: DeclarationForm) => {
    const queued = offline;
    // A queued declaration is no draft any more: found here again, it would be declared twice. The next one has a form of its own.
    if (queued) {
      setDraft('');
      form.reset(blank);
    }
    const begunAnew = () => queued && form.getValues('title').trim() !== '';
    try {
      const { number, incidentId } = await declare.mutateAsync({
        ...said,
        page: whomOf(page),
        alertId: alert?.id ?? null,
      });
      if (shared) await assignShared(incidentId);
      if (!queued) setDraft('');
      if (!begunAnew()) setDeclared(number);
      if (queued || !mounted.current) toasts.done(`Declared #${number}`, said.title);
    } catch (error) {
      if (queued || !mounted.current) toasts.error(`“${said.title}” was not declared`, explain(error));
      if (begunAnew()) return;
      if (queued) form.reset({ ...said, page });
      setDraft(JSON.stringify({ ...said, page }));
      setError('root', { message: explain(error) });
    }
  };
  const send = (event?: FormEvent) => void handleSubmit(submit)(event);
  useKey('mod+Enter', 'Declare the incident', () => send(), { group: 'Declare' });
  // Radios and lists keep Enter for themselves, so inside the form the stroke is taken before they see it.
  const onKey = (event: KeyboardEvent) => {
    const mod = isApple() ? event.metaKey : event.ctrlKey;
    if (event.key !== 'Enter' || !mod || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };

  // A service that says how it pages is a hint whom to ask.
  const suggested = services
    .map(({ value }) => value)
    .find(
      ({ id, policyId }) =>
        policyId !== null && values.serviceIds.includes(id) && !values.page.includes(`policy:${policyId}`),
    );
  const whom = useWhomOptions();

  return (
    <form className={styles.form} noValidate onSubmit={send} onKeyDownCapture={onKey}>
      <QueuedDeclarations />
      {alert ? (
        <Banner kind="info">
          From the alert{' '}
          <Link href={links.alert(alert.id)} look="text">
            {alert.summary}
          </Link>
          , which is linked to the room.
        </Banner>
      ) : null}
      <FormField control={control} name="title" label="What is broken?" hint={leftOf(values.title)}>
        {(field) => <TextInput {...field} placeholder="Checkout answers with errors" enterKeyHint="done" />}
      </FormField>
      <Controller
        control={control}
        name="severity"
        render={({ field }) => (
          <div className={styles.severity}>
            <RadioCards
              label="Severity. If in doubt, choose the more severe."
              options={severities.map((severity) => ({
                value: severity,
                label: <SeverityMark severity={severity} name={severityNames[severity]} />,
                hint: severityMeanings[severity],
              }))}
              value={field.value}
              onChange={field.onChange}
            />
          </div>
        )}
      />
      <FormField
        control={control}
        name="serviceIds"
        label="Services"
        optional
        hint={readServices.failure && <NotRead what="The services" retry={readServices.failure.retry} />}
      >
        {(field) => (
          <Combobox
            options={services.map(({ value }) => ({
              id: value.id,
              label: value.name,
              hint: value.description,
            }))}
            value={field.value}
            onChange={(ids) => field.onChange([...ids])}
            placeholder="Affected services"
            empty="No service matches. Try fewer letters."
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="page"
        label="Page"
        optional
        hint={
          whom.failure ? (
            <NotRead what={whom.unread} retry={whom.failure.retry} />
          ) : suggested ? (
            <button
              type="button"
              className={styles.suggestion}
              onClick={() =>
                setValue('page', [...values.page, `policy:${suggested.policyId}`], { shouldDirty: true })
              }
            >
              Page {whom.nameOf(`policy:${suggested.policyId}`)}, which answers for {suggested.name}
            </button>
          ) : (
            'People by name, or by escalation policy. You are the commander until you hand over.'
          )
        }
      >
        {(field) => (
          <Combobox
            options={whom.options}
            value={field.value}
            onChange={(ids) => field.onChange([...ids])}
            placeholder="Who to page"
            empty="Nobody matches. Try fewer letters."
          />
        )}
      </FormField>
      <Controller
        control={control}
        name="private"
        render={({ field }) => (
          <Switch
            label="Private"
            hint="Only the people in it, whoever is paged for it, and owners can read it, its alert and its pages."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {shared && shared.images.length > 0 ? <SharedImages images={shared.images} /> : null}
      {errors.root?.message ? (
        <Banner kind="danger">
          <strong>Not declared; nothing you filled in is lost.</strong> {errors.root.message}
        </Banner>
      ) : null}
      <div className={styles.foot} data-foot>
        <Button
          type="submit"
          variant="primary"
          size="large"
          shortcut="mod+Enter"
          busy={declare.isPending && !offline && 'Declaring…'}
        >
          {offline ? 'Queue declaration' : 'Declare incident'}
        </Button>
        {offline ? (
          <p className={styles.offline}>
            You are offline. It is queued, and declared when the connection is back. You may leave this page.
          </p>
        ) : null}
      </div>
    </form>
  );
}

/** Replacement of the hint while some choices can't be read. A declaration is possible all the same. */
function NotRead({ what, retry }: { readonly what: string; readonly retry: () => void }) {
  return (
    <>
      {what} can’t be read. You can declare without them, or{' '}
      <button type="button" className={styles.suggestion} onClick={retry}>
        try again
      </button>
    </>
  );
}

/** Remaining characters, shown only near the limit. */
function leftOf(title: string): string | undefined {
  const left = limits.title - title.trim().length;
  if (left < 0) return `${-left} too many`;
  return left < 30 ? `${left} characters left` : undefined;
}

/** Earlier declarations that still wait. */
function QueuedDeclarations() {
  const offline = useConnected() === false;
  const pending = usePendingCommands('declareIncident');
  if (!offline || pending.length === 0) return null;
  return (
    <Banner kind="offline">
      Queued until you are online: {pending.map(({ input }) => `“${input.title}”`).join(', ')}
    </Banner>
  );
}
