/** Editor of an integration's rules, with a message tried beside it. */
import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Integration } from '#domain/integration/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { noPatterns } from '#domain/routing/pattern.ts';
import { prepareRules } from '#domain/routing/prepare.ts';
import { routeBy } from '#domain/routing/route.ts';
import type { RoutedEvent } from '#domain/routing/event.ts';
import type { Routing } from '#domain/routing/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { usePort } from '#react/ports.tsx';
import { revisionOf, useEntityForm } from '#src/data/client/entity-form.ts';
import { Button } from '#src/ui/button.tsx';
import { SingleCombobox } from '#src/ui/single-combobox.tsx';
import { firstMessage } from '#src/ui/first-message.ts';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { RoutingTester } from './routing-tester.tsx';
import { RoutingVersions } from './routing-versions.tsx';
import { RuleList } from './rule-list.tsx';
import styles from './routing.module.css';
import {
  newRule,
  routingFormSchema,
  type RoutingValues,
  routingRuleOf,
  rulesOf,
  type RuleValues,
  ruleValuesOf,
  serviceRule,
} from './routing-values.ts';
import { usePatterns } from './use-patterns.ts';

interface RoutingFormProps {
  readonly integration: Integration;
  /** Null: it has no rules yet. */
  readonly routing: Routing | null;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
  readonly disabledReason: string | false;
}

export function RoutingForm({ integration, routing, services, disabledReason }: RoutingFormProps) {
  const { id: integrationId, serviceId } = integration;
  const docs = usePort(docsToken);
  const [open, setOpen] = useState<string | null>(null);
  const [event, setEvent] = useState<RoutedEvent | null>(null);
  const [typed, setTyped] = useState<readonly unknown[]>([]);
  const compile = usePatterns(typed);
  const { control, values, element, foot, changed, takeBack } = useEntityForm<RoutingValues, 'saveRouting'>({
    command: 'saveRouting',
    draft: `integration.routing.${integrationId}`,
    entity: { id: integrationId, revision: routing?.revision ?? 0 },
    schema: routingFormSchema(compile),
    values: { serviceId, rules: (routing?.rules ?? []).map(ruleValuesOf) },
    inputOf: (checked, target) => ({
      ...{ integrationId, serviceId: checked.serviceId, rules: rulesOf(checked.rules) },
      ...revisionOf(target),
    }),
    noun: 'rules',
    toasts: useToasts(),
  });
  const rules = useMemo(() => values.rules.map(routingRuleOf), [values.rules]);
  if (JSON.stringify(rules) !== JSON.stringify(typed)) setTyped(rules);
  const prepared = useMemo(() => prepareRules(rules, compile ?? noPatterns), [rules, compile]);
  const add = (rule: RuleValues, onChange: (rules: RuleValues[]) => void) => {
    onChange([...values.rules, rule]);
    setOpen(rule.id);
  };
  const isGone = !services.some(({ id }) => id === values.serviceId);
  const full =
    values.rules.length >= settingsLimits.routingRules && `At most ${settingsLimits.routingRules} rules.`;
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        <Panel title="Rules" frame="box">
          <form className={styles.column} {...element}>
            <p className={styles.note}>
              The first rule whose conditions hold decides. An alert that is open keeps its service, and is
              never dropped.
            </p>
            <Controller
              control={control}
              name="rules"
              render={({ field, fieldState }) => (
                <>
                  <RuleList
                    rules={field.value}
                    onChange={field.onChange}
                    services={services}
                    broken={compile === null ? [] : prepared.broken}
                    matched={event === null ? null : (routeBy(prepared, event).rule?.id ?? null)}
                    open={open}
                    onOpen={setOpen}
                  />
                  <ProblemText text={firstMessage(fieldState.error)} />
                  <div className={styles.add}>
                    <Button
                      size="small"
                      disabledReason={full}
                      onClick={() => add(newRule(docs.newId()), field.onChange)}
                    >
                      Add a rule
                    </Button>
                    <Button
                      size="small"
                      disabledReason={full}
                      onClick={() => add(serviceRule(docs.newId()), field.onChange)}
                    >
                      Add “service from a label”
                    </Button>
                  </div>
                </>
              )}
            />
            <FormField
              control={control}
              name="serviceId"
              label="Default: the service of all other alerts"
              hint="It must have a policy, so that an alert that no rule matches pages somebody."
            >
              {({ value: chosen, onChange }) => (
                <SingleCombobox
                  options={services.map(({ id, name }) => ({ id, label: name }))}
                  value={isGone ? '' : chosen}
                  onChange={onChange}
                  placeholder="Choose a service"
                />
              )}
            </FormField>
            <FormFoot
              {...foot}
              disabledReason={disabledReason || foot.disabledReason}
              submitLabel="Save the rules"
            >
              <Button disabledReason={foot.disabledReason} onClick={takeBack}>
                Take back
              </Button>
            </FormFoot>
          </form>
        </Panel>
        <RoutingVersions
          {...{ integration, routing, services }}
          disabledReason={disabledReason || (changed && 'Save or take back what you changed first.')}
        />
      </div>
      <RoutingTester
        {...{ integration, prepared, services, event }}
        serviceId={values.serviceId}
        onEvent={setEvent}
      />
    </div>
  );
}
