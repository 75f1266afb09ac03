/** The rules in their order: moved by buttons, or with the arrows on their handle; one is open at a time. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash from 'lucide-react/icons/trash-2';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { actionText, conditionsText } from '#domain/routing/labels.ts';
import type { BrokenRule } from '#domain/routing/prepare.ts';
import { type RoutingRule, routingRuleSchema } from '#domain/routing/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import * as v from 'valibot';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { cx } from '#src/ui/cx.ts';
import { RuleFields } from './rule-fields.tsx';
import styles from './routing.module.css';
import { routingRuleOf, type RuleValues } from './routing-values.ts';

interface RuleListProps {
  readonly rules: readonly RuleValues[];
  readonly onChange: (rules: RuleValues[]) => void;
  readonly services: readonly Pick<Service, 'id' | 'name'>[];
  readonly broken: readonly BrokenRule[];
  /** The rule that matched the message that is tried; null: none. */
  readonly matched: string | null;
  /** The open rule; null: all are closed. */
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
}

export function RuleList({ rules, onChange, services, broken, matched, open, onOpen }: RuleListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  /** The rule whose handle has the focus once the rows have moved. */
  const refocused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (refocused.current === null) return;
    list.current?.children[refocused.current]?.querySelector('button')?.focus();
    refocused.current = null;
  });
  const move = (from: number, to: number): boolean => {
    const rule = rules[from];
    if (rule === undefined || to < 0 || to >= rules.length) return false;
    const others = rules.filter((_, index) => index !== from);
    onChange([...others.slice(0, to), rule, ...others.slice(to)]);
    setTold(`${nameOf(rule)} is now ${to + 1} of ${rules.length}`);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    if (move(index, to)) refocused.current = to;
  };
  return (
    <div className={styles.rules}>
      {rules.length === 0 ? (
        <p className={styles.note}>There are no rules yet: every alert goes to the default service.</p>
      ) : null}
      <ol ref={list} className={styles.list} aria-label="Rules in their order">
        {rules.map((rule, index) => (
          <li key={rule.id} className={cx(styles.rule, matched === rule.id && styles.matched)}>
            <div className={styles.head}>
              <button
                type="button"
                className={styles.grip}
                aria-label={`Move ${nameOf(rule)}, rule ${index + 1} of ${rules.length}`}
                aria-keyshortcuts="ArrowUp ArrowDown"
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <GripVertical className="icon" />
              </button>
              <span className={styles.number}>{index + 1}</span>
              <button
                type="button"
                className={styles.title}
                aria-expanded={open === rule.id}
                onClick={() => onOpen(open === rule.id ? null : rule.id)}
              >
                <span className={styles.name}>{nameOf(rule)}</span>
                <span className={styles.sentence}>{sentenceOf(rule, services)}</span>
              </button>
              <IconButton
                label={`Move ${nameOf(rule)} up`}
                size="small"
                icon={<ArrowUp className="icon" />}
                disabledReason={index === 0 && 'First already.'}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move ${nameOf(rule)} down`}
                size="small"
                icon={<ArrowDown className="icon" />}
                disabledReason={index === rules.length - 1 && 'Last already.'}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={`Remove ${nameOf(rule)}`}
                size="small"
                icon={<Trash className="icon" />}
                onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
              />
            </div>
            {open === rule.id ? (
              <RuleFields
                rule={rule}
                services={services}
                problem={problemOf(broken, index)}
                onChange={(next) => onChange(rules.map((one, at) => (at === index ? next : one)))}
              />
            ) : (
              <RuleProblem text={problemOf(broken, index)} />
            )}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{told}</output>
    </div>
  );
}

const RuleProblem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <ProblemText text={text} />;

const nameOf = ({ name }: RuleValues): string => name.trim() || 'New rule';

const problemOf = (broken: readonly BrokenRule[], index: number): string | undefined =>
  broken.find(({ number }) => number === index + 1)?.problem;

function sentenceOf(values: RuleValues, services: RuleListProps['services']): string {
  const checked = v.safeParse(routingRuleSchema, { ...routingRuleOf(values), name: nameOf(values) });
  return checked.success ? ruleText(checked.output, services) : 'Not complete yet';
}

/** Rule as one sentence without a full stop. */
export function ruleText(rule: RoutingRule, services: RuleListProps['services']): string {
  const serviceName = (id: string) => services.find((one) => one.id === id)?.name ?? 'that is gone';
  return `${conditionsText(rule)}: ${actionText(rule, serviceName)}`;
}
