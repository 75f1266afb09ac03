/** Fields of one step of a policy: targets, timeout, and the required answers. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash from 'lucide-react/icons/trash-2';
import { Controller, type Control, type FieldErrors } from 'react-hook-form';
import { isResponder } from '#domain/permissions.ts';
import { targetKey } from '#domain/policy/transitions.ts';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormField, NumberInput } from '#src/ui/form-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Select } from '#src/ui/select.tsx';
import { ConditionFields } from './condition-fields.tsx';
import styles from './policies.module.css';
import type { PolicyValues, StepValues } from './policy-values.ts';

interface StepFieldsProps {
  readonly control: Control<PolicyValues>;
  readonly index: number;
  readonly count: number;
  readonly errors: FieldErrors<StepValues> | undefined;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const modes = [
  { value: 'all', label: 'Everybody at once' },
  {
    value: 'round-robin',
    label: 'One of them, in turn',
    hint: 'Chosen by the page: equal shares over many pages, not strict turns.',
  },
] as const;
const answers = [
  { value: 'any', label: 'Any one of them' },
  { value: 'all', label: 'All of them' },
] as const;

export function StepFields({ control, index, count, errors, onMove, onRemove }: StepFieldsProps) {
  const name = `step ${index + 1}`;
  return (
    <li className={styles.stepFields} aria-label={`Step ${index + 1}`}>
      <div className={styles.stepTitle}>
        <h2>Step {index + 1}</h2>
        <span>
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp className="icon" />}
            disabledReason={index === 0 && 'It is the first.'}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown className="icon" />}
            disabledReason={index === count - 1 && 'It is the last.'}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash className="icon" />}
            disabledReason={count === 1 && 'A policy has at least one step.'}
            onClick={onRemove}
          />
        </span>
      </div>
      <FormField control={control} name={`steps.${index}.targets`} label="Page" compact>
        {({ value, onChange }) => <Targets value={value} onChange={onChange} />}
      </FormField>
      <div className={styles.pair}>
        <FormField control={control} name={`steps.${index}.mode`} label="How" compact>
          {({ value, onChange }) => <Select options={modes} value={value} onChange={onChange} />}
        </FormField>
        <FormField control={control} name={`steps.${index}.acknowledgedBy`} label="Answered by" compact>
          {({ value, onChange }) => <Select options={answers} value={value} onChange={onChange} />}
        </FormField>
        <FormField control={control} name={`steps.${index}.delayMinutes`} label="Waits, in minutes" compact>
          {(field) => <NumberInput {...field} min={1} />}
        </FormField>
      </div>
      <Controller
        control={control}
        name={`steps.${index}.condition`}
        render={({ field }) => (
          <ConditionFields value={field.value} onChange={field.onChange} errors={errors?.condition} />
        )}
      />
    </li>
  );
}

interface TargetsProps {
  readonly value: readonly string[];
  readonly onChange: (targets: string[]) => void;
}

function Targets({ value, onChange }: TargetsProps) {
  const schedules = useSchedules().data?.items ?? [];
  const people = usePeople();
  const known = [
    ...schedules.map(({ value: { id, name } }) => ({
      id: targetKey({ kind: 'schedule', scheduleId: id }),
      label: name,
      hint: 'who is on call',
    })),
    ...people.all.filter(isResponder).map(({ id, displayName }) => ({
      id: targetKey({ kind: 'person', userId: id }),
      label: displayName,
      hint: 'person',
    })),
    { id: 'team', label: 'The whole team', hint: 'all responders' },
  ];
  const gone = value
    .filter((key) => !known.some(({ id }) => id === key))
    .map((id) => ({ id, label: 'Can’t be paged any more', hint: 'finds nobody' }));
  return (
    <Combobox
      options={[...known, ...gone]}
      value={value}
      onChange={(ids) => onChange([...ids])}
      placeholder="A schedule, a person, the whole team"
    />
  );
}
