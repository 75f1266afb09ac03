/** Form of the team's settings. Drafts survive a reload, an error, and a concurrent change. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { isResponder } from '#domain/permissions.ts';
import type { Team } from '#domain/team/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { NewerSettings } from './newer-settings.tsx';
import styles from './settings.module.css';
import {
  teamFormSchema,
  teamInputOf,
  readTeamDraft,
  sameValues,
  type TeamValues,
  teamValuesOf,
} from './team-values.ts';

export function TeamForm() {
  const { team } = useTeam();
  const verdict = useMayRun()('saveTeam');
  return verdict.allowed ? <EditableForm team={team} /> : <Summary team={team} reason={verdict.reason} />;
}

function Summary({ team, reason }: { readonly team: Team; readonly reason: string }) {
  const people = usePeople();
  const { name, timezone, fallbackPeople, mailDomains = [] } = team;
  return (
    <div className={styles.form}>
      <DefinitionList
        items={[
          { term: 'Name', value: name },
          { term: 'Time zone', value: timezone },
          {
            term: 'Fallback people',
            value: fallbackPeople.map((id) => people.name(id)).join(', ') || 'Nobody: owners are paged',
          },
          { term: 'Mail domains', value: mailDomains.join(', ') || 'Any' },
        ]}
      />
      <div className={styles.foot}>
        <Button disabledReason={reason}>Change settings</Button>
      </div>
    </div>
  );
}

/** What a form was started from. */
interface FormStart {
  readonly revision: number;
  readonly values: TeamValues;
  /** Still in the fields, and replaced next; null: nothing is. */
  readonly replaces: TeamValues | null;
}

function EditableForm({ team }: { readonly team: Team }) {
  const people = usePeople();
  const [draft, setDraft] = useDraft('settings.team');
  const [start] = useState(() => readTeamDraft(draft));
  const current = teamValuesOf(team);
  const [from, setFrom] = useState<FormStart>(() =>
    start
      ? { revision: start.revision, values: start.from, replaces: null }
      : { revision: team.revision, values: current, replaces: null },
  );
  const { control, formState, handleSubmit, reset } = useForm<TeamValues>({
    resolver: valibotResolver(teamFormSchema),
    defaultValues: start?.values ?? current,
  });
  const { errors } = formState;
  const values = useWatch({ control }) as TeamValues;
  const save = useCommand('saveTeam');

  const following = from.replaces !== null && sameValues(values, from.replaces);
  const changed = !following && ![from.values, current].some((one) => sameValues(values, one));
  const newer = team.revision > from.revision;
  const startFrom = (next: Omit<FormStart, 'replaces'>): TeamValues => {
    setFrom({ ...next, replaces: null });
    return next.values;
  };
  // Nothing is typed here: the form follows the team.
  if (newer && !changed) setFrom({ revision: team.revision, values: current, replaces: values });
  useEffect(() => {
    if (following) reset(from.values);
  }, [following, reset, from.values]);

  const kept = changed ? JSON.stringify({ revision: from.revision, from: from.values, values }) : '';
  useEffect(() => setDraft(kept), [kept, setDraft]);

  const submit = (typed: TeamValues) =>
    save.mutate(
      { ...teamInputOf(typed), expectedRevision: from.revision },
      { onSuccess: ({ revision }) => reset(startFrom({ revision, values: typed })) },
    );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {newer && changed ? (
        <NewerSettings
          before={from.values}
          now={current}
          nameOf={people.name}
          keep={() => {
            save.reset();
            startFrom({ revision: team.revision, values: current });
          }}
          discard={() => {
            save.reset();
            reset(startFrom({ revision: team.revision, values: current }));
          }}
        />
      ) : null}
      <Controller
        control={control}
        name="name"
        render={({ field }) => (
          <Field label="Name" error={errors.name?.message}>
            <TextInput {...field} autoComplete="organization" />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="timezone"
        render={({ field }) => (
          <Field
            label="Time zone"
            hint="New schedules begin in it, and times are shown in it beside a reader’s own."
            error={errors.timezone?.message}
          >
            <TimezoneInput value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="fallbackPeople"
        render={({ field }) => (
          <Field
            label="Fallback people"
            hint="Paged all at once when a policy runs out of steps. Nobody: owners are paged."
            error={errors.fallbackPeople?.message}
          >
            <Combobox
              options={people.all
                .filter((one) => isResponder(one) || field.value.includes(one.id))
                .map((one) => ({
                  id: one.id,
                  label: one.displayName,
                  hint: one.role,
                  lead: <Avatar person={{ id: one.id, name: one.displayName }} size="small" decorative />,
                }))}
              value={field.value}
              onChange={(ids) => field.onChange([...ids])}
              placeholder="Nobody"
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="mailDomains"
        render={({ field }) => (
          <Field
            label="Mail domains that may join"
            optional
            hint="One a line, such as example.com. Empty: an invite works with any address."
            error={errors.mailDomains?.message}
          >
            <TextArea {...field} rows={2} spellCheck={false} autoCapitalize="off" />
          </Field>
        )}
      />
      <ProblemText text={save.error ? explain(save.error) : null} />
      <div className={styles.foot}>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending && !save.isPaused && 'Saving…'}
          disabledReason={!changed && 'Nothing is changed yet.'}
        >
          Save settings
        </Button>
        {save.isPaused ? (
          <output className={styles.muted}>Queued: saved when the connection is back.</output>
        ) : null}
        {save.isSuccess && !changed ? <output className={styles.muted}>Saved</output> : null}
      </div>
    </form>
  );
}
