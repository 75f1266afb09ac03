/** Form of the team's settings. Drafts survive a reload, an error, and a concurrent change. */
import { isResponder } from '#domain/permissions.ts';
import type { Team } from '#domain/team/schema.ts';
import { revisionOf, useEntityForm } from '#src/data/client/entity-form.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { TimezoneInput } from '#src/components/timezone-input.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { DefinitionList } from '#src/ui/panel.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './settings.module.css';
import { differencesOf, teamFormSchema, teamInputOf, type TeamValues, teamValuesOf } from './team-values.ts';

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

function EditableForm({ team }: { readonly team: Team }) {
  const people = usePeople();
  const { control, element, foot } = useEntityForm<TeamValues, 'saveTeam'>({
    command: 'saveTeam',
    draft: 'settings.team',
    entity: team,
    schema: teamFormSchema,
    values: teamValuesOf(team),
    inputOf: (values, target) => ({ ...teamInputOf(values), ...revisionOf(target) }),
    noun: 'settings',
    conflicts: 'values',
    toasts: useToasts(),
  });
  const { newer } = foot;
  return (
    <form className={styles.form} {...element}>
      <FormField control={control} name="name" label="Name">
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      <FormField
        control={control}
        name="timezone"
        label="Time zone"
        hint="New schedules begin in it, and times are shown in it beside a reader’s own."
      >
        {({ value, onChange }) => <TimezoneInput value={value} onChange={onChange} />}
      </FormField>
      <FormField
        control={control}
        name="fallbackPeople"
        label="Fallback people"
        hint="Paged all at once when a policy runs out of steps. Nobody: owners are paged."
      >
        {({ value, onChange }) => (
          <Combobox
            options={people.all
              .filter((one) => isResponder(one) || value.includes(one.id))
              .map((one) => ({
                id: one.id,
                label: one.displayName,
                hint: one.role,
                lead: <Avatar person={{ id: one.id, name: one.displayName }} size="small" decorative />,
              }))}
            value={value}
            onChange={(ids) => onChange([...ids])}
            placeholder="Nobody"
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="mailDomains"
        label="Mail domains that may join"
        optional
        hint="One a line, such as example.com. Empty: an invite works with any address."
      >
        {(field) => <TextArea {...field} rows={2} spellCheck={false} autoCapitalize="off" />}
      </FormField>
      <FormFoot
        {...foot}
        differences={newer ? differencesOf(newer.before, newer.now, people.name) : []}
        submitLabel="Save settings"
      />
    </form>
  );
}
