/** Fields of one routing rule: its conditions, and what it does with an alert. */
import { settingsLimits } from '#domain/settings-limits.ts';
import type { Service } from '#domain/service/schema.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ConditionRow } from './condition-row.tsx';
import styles from './routing.module.css';
import { PathRow, Rows } from './mapping-rows.tsx';
import type { ConditionValues, RuleValues } from './routing-values.ts';

interface RuleFieldsProps {
  readonly rule: RuleValues;
  readonly onChange: (rule: RuleValues) => void;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
  readonly problem: string | undefined;
}

const freshCondition: ConditionValues = { part: 'label', label: '', kind: 'equals', text: '' };
const severities = [
  { value: '', label: 'As it was sent' },
  { value: 'critical', label: 'Critical' },
  { value: 'error', label: 'Error' },
  { value: 'warning', label: 'Warning' },
  { value: 'info', label: 'Info' },
] as const;
const urgencies = [
  { value: '', label: 'By the severity' },
  { value: 'high', label: 'High: pages at once' },
  { value: 'low', label: 'Low: waits for the support hours' },
] as const;

export function RuleFields({ rule, onChange, services, problem }: RuleFieldsProps) {
  const put = (change: Partial<RuleValues>) => onChange({ ...rule, ...change });
  return (
    <div className={styles.fields}>
      <Field label="Name" hint="It is shown on the alerts that the rule matches." error={problem}>
        <TextInput value={rule.name} onChange={(event) => put({ name: event.target.value })} />
      </Field>
      <Rows
        label="Conditions"
        items={rule.conditions}
        onChange={(conditions) => put({ conditions: [...conditions] })}
        fresh={freshCondition}
        most={settingsLimits.routingConditions}
        addLabel="Add a condition"
        error={null}
        renderItem={(item, change, name) => <ConditionRow item={item} change={change} name={name} />}
      />
      <p className={styles.note}>
        {rule.conditions.length === 0
          ? 'Without a condition it matches every alert.'
          : 'All conditions must hold. A pattern is one of RE2 and must match the whole text, as in Alertmanager.'}
      </p>
      <Field label="Then" compact>
        <Select
          options={[
            { value: 'alert', label: 'Open an alert' },
            { value: 'drop', label: 'Drop it: no alert, no page' },
          ]}
          value={rule.action}
          onChange={(action) => put({ action })}
        />
      </Field>
      {rule.action === 'drop' ? null : <ActionFields {...{ rule, put, services }} />}
    </div>
  );
}

interface ActionFieldsProps {
  readonly rule: RuleValues;
  readonly put: (change: Partial<RuleValues>) => void;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
}

function ActionFields({ rule, put, services }: ActionFieldsProps) {
  const isGone = rule.service.startsWith('id:') && !services.some(({ id }) => rule.service === `id:${id}`);
  return (
    <>
      <div className={styles.pair}>
        <Field label="Service" error={isGone ? 'This service is gone. Choose another one.' : undefined}>
          <Select
            options={[
              { value: 'default', label: 'The default service' },
              { value: 'label', label: 'The one that a label names' },
              ...services.map(({ id, name }) => ({ value: `id:${id}`, label: name })),
            ]}
            value={rule.service}
            onChange={(service) => put({ service })}
          />
        </Field>
        {rule.service === 'label' ? (
          <Field
            label="Label with its name"
            hint="Where no service has that name, the default service is used."
          >
            <TextInput
              value={rule.serviceLabel}
              spellCheck={false}
              autoCapitalize="none"
              onChange={(event) => put({ serviceLabel: event.target.value })}
            />
          </Field>
        ) : null}
      </div>
      <div className={styles.pair}>
        <Field label="Severity" compact>
          <Select options={severities} value={rule.severity} onChange={(severity) => put({ severity })} />
        </Field>
        <Field label="Urgency" compact>
          <Select options={urgencies} value={rule.urgency} onChange={(urgency) => put({ urgency })} />
        </Field>
      </div>
      <Field
        label="One alert for"
        optional
        hint="Such as {cluster}/{alertname}: messages with the same values share one alert, which ends with the last of them."
      >
        <TextInput
          value={rule.group}
          spellCheck={false}
          onChange={(event) => put({ group: event.target.value })}
        />
      </Field>
      <Field label="Summary" optional hint="Such as {alertname} on {instance}. Labels stand in braces.">
        <TextInput
          value={rule.summary}
          spellCheck={false}
          onChange={(event) => put({ summary: event.target.value })}
        />
      </Field>
      <Rows
        label="Labels"
        items={rule.labels}
        onChange={(labels) => put({ labels: [...labels] })}
        fresh={{ name: '', text: '' }}
        most={settingsLimits.routingLabels}
        addLabel="Set a label"
        error={null}
        renderItem={({ name: label, text }, change, name) => (
          <PathRow
            {...{ name, path: text, text: label }}
            textLabel="name of the label"
            pathLabel="value"
            between="="
            placeholder="{team} or a text"
            onPath={(next) => change({ name: label, text: next })}
            onText={(next) => change({ name: next, text })}
          />
        )}
      />
    </>
  );
}
