/** An escalation chain of Grafana OnCall as a policy. */
import { constants, limits, minute } from '#domain/constants.ts';
import { noteFields } from './export-entries.ts';
import type { ImportedPolicy, ImportedStep, ImportedTarget, ImportNotes } from './imported.ts';
import type { OnCallChain, OnCallStep } from './oncall-schema.ts';

/** `repeat_escalation` repeats a bounded number of times (`EscalationPolicy.MAX_TIMES_REPEAT`), which no export says. */
const repeats = 5;

interface Asking {
  readonly mode: ImportedStep['mode'];
  readonly targets: readonly ImportedTarget[];
}

/** Steps that ask a person or schedule, with the waits after them as delays; `steps`: of this chain. */
export function chainOf(
  chain: OnCallChain,
  steps: readonly OnCallStep[],
  place: string,
  notes: ImportNotes,
): ImportedPolicy {
  noteFields(place, chain, ['id', 'name'], notes, {
    team_id: 'its team: all it says is of one team in Muster.',
  });
  const made: { mode: ImportedStep['mode']; targets: ImportedTarget[]; waited: number | null }[] = [];
  let repeat = 0;
  for (const step of steps.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))) {
    const own = `${place} › step ${(step.position ?? 0) + 1}`;
    const last = made.at(-1);
    const asks = askingOf(step);
    if (step.type === 'wait') {
      if (last) last.waited = (last.waited ?? 0) + (step.duration ?? 0) * 1_000;
      else
        notes.differs(
          own,
          `it waits ${step.duration ?? 0} seconds before anybody is asked, and a page asks at once in Muster.`,
        );
    } else if (step.type === 'repeat_escalation') {
      repeat = repeats;
      notes.differs(own, `it repeats ${repeats} times here. Compare with OnCall.`);
    } else if (asks === null) notes.leftOut(own, `“${step.type}” has no place in a policy of Muster.`);
    else if (last?.waited === null && last.mode === 'all' && asks.mode === 'all')
      last.targets.push(...asks.targets);
    else made.push({ mode: asks.mode, targets: [...asks.targets], waited: null });
    if (step.important === true)
      notes.leftOut(
        own,
        '“important”: which way reaches somebody is by urgency, and each person’s own in Muster.',
      );
  }
  return {
    id: chain.id,
    name: chain.name,
    repeat,
    steps: made.map(({ mode, targets, waited }, index) => ({
      mode,
      targets,
      delayMinutes: delayOf(
        waited,
        `${place} › step ${index + 1} of Muster’s`,
        notes,
        index === made.length - 1,
      ),
    })),
  };
}

/** Types of escalation_policies.md. Null: the step asks nobody. */
function askingOf({ type, ...step }: OnCallStep): Asking | null {
  const people = (ids: readonly string[] | null): readonly ImportedTarget[] =>
    (ids ?? []).map((person) => ({ kind: 'person', person }));
  if (type === 'notify_persons') return { mode: 'all', targets: people(step.persons_to_notify) };
  if (type === 'notify_person_next_each_time')
    return { mode: 'round-robin', targets: people(step.persons_to_notify_next_each_time) };
  const schedule = step.notify_on_call_from_schedule;
  if (type === 'notify_on_call_from_schedule' && schedule !== null)
    return { mode: 'all', targets: [{ kind: 'schedule', schedule }] };
  return null;
}

/** Minutes. */
function delayOf(waited: number | null, place: string, notes: ImportNotes, isLast: boolean): number {
  const { min, max } = limits.delayMinutes;
  if (waited === null) {
    const minutes = isLast ? constants.defaultStepDelayMinutes : min;
    notes.differs(
      place,
      `nothing waits after it in OnCall. It waits ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} here.`,
    );
    return minutes;
  }
  const minutes = Math.min(max, Math.max(min, Math.round(waited / minute)));
  if (minutes * minute !== waited)
    notes.differs(place, `it waits ${waited / 1_000} seconds in OnCall, and ${minutes} minutes here.`);
  return minutes;
}
