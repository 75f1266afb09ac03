/**
 * Escalation of a page, written a second time from the specification and compared with the engine: steps in order, as often as the
 * policy repeats, then those of the policies that it hands over to, then the fallback people, then the owners; a step without recipients,
 * or of which the condition does not hold, is left out.
 */
import type { Device } from '#domain/device/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import type { Team } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Member } from '#domain/team/schema.ts';
import { teamId } from '../team.ts';
import type { World } from '../world/world.ts';

export type EscalationStep = Pick<Page, 'phase' | 'policyIndex' | 'step' | 'loop'>;

export const showStep = ({ phase, policyIndex, step, loop }: EscalationStep) =>
  phase === 'policy' ? `step ${step + 1} of round ${loop + 1} of policy ${policyIndex}` : phase;

const policiesOf = ({ policy }: Page) => [policy, ...(policy.thenPolicies ?? [])];

/** Steps of a page, in order. */
export function stepsOf(page: Page): readonly EscalationStep[] {
  const steps = policiesOf(page).flatMap((policy, policyIndex) =>
    Array.from({ length: policy.repeat + 1 }, (_, loop) =>
      policy.steps.map((__, step): EscalationStep => ({ phase: 'policy', policyIndex, step, loop })),
    ).flat(),
  );
  if (page.subject.kind === 'drill') return steps;
  const { policyIndex, step, loop } = steps.at(-1) ?? { policyIndex: 0, step: 0, loop: 0 };
  const last = { policyIndex, step, loop };
  return [...steps, { phase: 'fallback', ...last }, { phase: 'owners', ...last }];
}

/** The index of a step. For fallback and owners step and loop are those at which the policy ended. */
export const placeOf = (page: Page, { phase, policyIndex, step, loop }: EscalationStep): number =>
  stepsOf(page).findIndex(
    (other) =>
      other.phase === phase &&
      (phase !== 'policy' ||
        (other.policyIndex === policyIndex && other.step === step && other.loop === loop)),
  );

const stepOf = (page: Page, { phase, policyIndex = 0, step }: EscalationStep) => {
  const steps = policiesOf(page)[policyIndex]?.steps ?? [];
  return steps[phase === 'policy' ? step : steps.length - 1];
};

export const delayMsOf = (page: Page, step: EscalationStep): number =>
  (stepOf(page, step)?.delayMinutes ?? 0) * 60_000;

export const isRoundRobin = (page: Page, step: EscalationStep): boolean =>
  step.phase === 'policy' && stepOf(page, step)?.mode === 'round-robin';

/** The conditions of the simulated team: by urgency or by severity, none by hours. */
function holds(page: Page, step: EscalationStep): boolean {
  const { urgency = null, severities = [] } = stepOf(page, step)?.condition ?? {};
  const { incident = null, alert = null } = page.priority ?? {};
  if (urgency !== null && urgency !== page.urgency) return false;
  return severities.length === 0 || severities.some((one) => one === incident || one === alert);
}

/** Recipients of a step at that time. */
export function reachable(world: World, page: Page, step: EscalationStep, at: number): readonly string[] {
  const members = world.ledger
    .in(collectionPaths.members(teamId))
    .map(([, entity]) => entity as unknown as Member);
  const answering = members.filter(({ role }) => role !== 'viewer').toSorted(byId);
  const isAnswering = (uid: string) => answering.some(({ id }) => id === uid);
  const declined = new Set(page.declined.map(({ userId }) => userId));
  const found = (uids: readonly string[]) => [...new Set(uids)].filter((uid) => !declined.has(uid));
  if (page.subject.kind === 'drill') {
    // An admin's drill notifies the device's person. The device may be gone by then.
    const path = documentPaths.device(teamId, page.subject.to.target);
    const device = world.ledger.documents.get(path) as Pick<Device, 'userId'> | undefined;
    const named = page.policy.steps[0]?.targets.flatMap((one) => (one.kind === 'person' ? [one.userId] : []));
    return found(device ? [device.userId] : (named ?? []));
  }
  if (step.phase === 'owners')
    return found(answering.flatMap(({ id, role }) => (role === 'owner' ? [id] : [])));
  if (step.phase === 'fallback') {
    // Without a readable team its owners are the next step.
    const team = world.ledger.documents.get(documentPaths.team(teamId)) as Team | undefined;
    return found((team?.fallbackPeople ?? []).filter(isAnswering));
  }
  if (!holds(page, step)) return [];
  const targets = stepOf(page, step)?.targets ?? [];
  return found(
    targets
      .flatMap((target) => {
        if (target.kind === 'person') return [target.userId];
        if (target.kind === 'team') return answering.map(({ id }) => id);
        const path = documentPaths.schedule(teamId, target.scheduleId);
        const schedule = world.ledger.documents.get(path) as Schedule | undefined;
        const uid = schedule ? onCallAt(schedule, [], at) : null;
        return uid === null ? [] : [uid];
      })
      .filter(isAnswering),
  );
}

/** Recipients that are notified: all of them, or the next one of a round robin. */
export function askedBy(world: World, page: Page, step: EscalationStep, at: number): readonly string[] {
  const found = reachable(world, page, step, at);
  if (!isRoundRobin(page, step) || found.length === 0) return found;
  return found.slice((page.turn + step.loop) % found.length).slice(0, 1);
}

const byId = (one: Member, other: Member) => (one.id < other.id ? -1 : 1);
