/** Condition of a routing rule: part of the message, test, and value. */
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './routing.module.css';
import type { ConditionValues } from './routing-values.ts';

const parts = [
  { value: 'label', label: 'Label' },
  { value: 'summary', label: 'Summary' },
  { value: 'severity', label: 'Severity' },
  { value: 'key', label: 'Dedup key' },
] as const;
const kinds = [
  { value: 'equals', label: 'is' },
  { value: 'in', label: 'is one of' },
  { value: 'matches', label: 'matches' },
] as const;
const placeholders = { equals: 'production', in: 'eu, us', matches: 'db-[0-9]+' } as const;
const valueNames = { equals: 'value', in: 'values, with commas between', matches: 'pattern' } as const;

interface ConditionRowProps {
  readonly item: ConditionValues;
  readonly change: (item: ConditionValues) => void;
  readonly name: string;
}

export const ConditionRow = ({ item, change, name }: ConditionRowProps) => (
  <div className={styles.condition}>
    <Select
      aria-label={`${name}: part of the message`}
      options={parts}
      value={item.part}
      onChange={(part) => change({ ...item, part })}
    />
    {item.part === 'label' ? (
      <TextInput
        aria-label={`${name}: name of the label`}
        value={item.label}
        placeholder="service"
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => change({ ...item, label: event.target.value })}
      />
    ) : null}
    <Select
      aria-label={`${name}: test`}
      options={kinds}
      value={item.kind}
      onChange={(kind) => change({ ...item, kind })}
    />
    <TextInput
      aria-label={`${name}: ${valueNames[item.kind]}`}
      value={item.text}
      placeholder={placeholders[item.kind]}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => change({ ...item, text: event.target.value })}
    />
  </div>
);
