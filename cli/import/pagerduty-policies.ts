/** An escalation policy of PagerDuty. */
import { limits } from '#domain/constants.ts';
import { noteFields } from './export-entries.ts';
import { type ImportedPolicy, type ImportedTarget, type ImportNotes } from './imported.ts';
import type { PagerDutyPolicy } from './pagerduty-schema.ts';

const knownFields = [
  ...['id', 'type', 'summary', 'self', 'html_url', 'name', 'escalation_rules', 'num_loops', 'services'],
  ...['repeat_enabled', 'created_at', 'updated_at'],
];
const sentences = {
  description: 'its description: a policy has none in Muster.',
  teams: 'its teams: all it says is of one team in Muster.',
  on_call_handoff_notifications:
    'its notifications of hand-offs: shift reminders are each person’s own in Muster.',
};

export function policyOf(policy: PagerDutyPolicy, place: string, notes: ImportNotes): ImportedPolicy {
  const { id, name, escalation_rules: rules, num_loops: loops } = policy;
  noteFields(place, policy, knownFields, notes, sentences);
  for (const service of policy.services ?? [])
    notes.leftOut(
      place,
      `service “${service.summary || service.id}”, which it pages for: choose the policy in Muster’s service.`,
    );
  const steps = rules.map((rule, index) => {
    const own = `${place} › step ${index + 1}`;
    const delayMinutes = within(rule.escalation_delay_in_minutes, limits.delayMinutes);
    if (delayMinutes !== rule.escalation_delay_in_minutes)
      notes.differs(own, `its delay of ${rule.escalation_delay_in_minutes} minutes is ${delayMinutes} here.`);
    const targets = rule.targets.flatMap(({ id: target, type, summary }): readonly ImportedTarget[] => {
      if (/^user(?:_reference)?$/u.test(type)) return [{ kind: 'person', person: target }];
      if (/^schedule(?:_reference)?$/u.test(type)) return [{ kind: 'schedule', schedule: target }];
      notes.leftOut(own, `target “${summary || target}” of the kind “${type.slice(0, 80)}”.`);
      return [];
    });
    const isRoundRobin = rule.escalation_rule_assignment_strategy?.type === 'round_robin';
    return { targets, delayMinutes, mode: isRoundRobin ? ('round-robin' as const) : ('all' as const) };
  });
  // The number of times that it repeats after its end: terraform-provider-pagerduty, website/docs/r/escalation_policy.
  const repeat = within(loops ?? 0, limits.repeat);
  if (repeat !== loops) notes.differs(place, `it repeats ${loops} times there, and ${repeat} times here.`);
  return { id, name, steps, repeat };
}

const within = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(max, Math.max(min, value));
