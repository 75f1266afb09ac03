import X from 'lucide-react/icons/x';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { commandText, kindText } from './audit-entry.tsx';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit.module.css';

const commands = (Object.keys(commandCatalogue) as CommandName[])
  .map((value) => ({ value, label: commandText(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const people = usePeople();
  const { by, command, about, from, to, automatic } = filter;
  const known = people.all.map(({ id, displayName }) => ({ value: id as string, label: displayName }));
  const gone =
    by !== null && !known.some(({ value }) => value === by) ? [{ value: by, label: 'Former member' }] : [];
  const day = (text: string) => (text === '' ? null : text);
  return (
    <div className={styles.filters}>
      <Field label="Person" compact>
        <Select<string>
          options={[{ value: '', label: 'Anybody' }, ...gone, ...known]}
          value={by ?? ''}
          onChange={(id) => onChange({ ...filter, by: id === '' ? null : id })}
        />
      </Field>
      <Field label="Command" compact className={styles.command}>
        <Select<CommandName | ''>
          options={[{ value: '', label: 'Any command' }, ...commands]}
          value={command ?? ''}
          onChange={(name) => onChange({ ...filter, command: name === '' ? null : name })}
        />
      </Field>
      <Field label="From" compact>
        <TextInput
          type="date"
          value={from ?? ''}
          onChange={(event) => onChange({ ...filter, from: day(event.currentTarget.value) })}
        />
      </Field>
      <Field label="To" compact>
        <TextInput
          type="date"
          value={to ?? ''}
          onChange={(event) => onChange({ ...filter, to: day(event.currentTarget.value) })}
        />
      </Field>
      <Switch
        label="What devices report"
        checked={automatic}
        onChange={(next) => onChange({ ...filter, automatic: next })}
      />
      {about === null ? null : (
        <Button
          size="small"
          icon={<X className="icon" />}
          aria-label="Show every subject"
          onClick={() => onChange({ ...filter, about: null })}
        >
          Only one {kindText(about.split(':')[0] ?? '')}
        </Button>
      )}
    </div>
  );
}
