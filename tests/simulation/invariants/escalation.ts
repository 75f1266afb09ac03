/**
 * Escalation of a page, written a second time from the specification and compared with the engine: steps in order, as often as the
 * policy repeats, then the fallback people, then the owners; a step without recipients is left out.
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

export type EscalationStep = Pick<Page, 'phase' | 'step' | 'loop'>;

export const showStep = ({ phase, step, loop }: EscalationStep) =>
  phase === 'policy' ? `step ${step + 1} of round ${loop + 1}` : phase;

/** All steps of a page, in order. */
export function stepsOf({ policy, subject }: Page): readonly EscalationStep[] {
  const last = { step: policy.steps.length - 1, loop: policy.repeat };
  const steps = Array.from({ length: policy.repeat + 1 }, (_, loop) =>
    policy.steps.map((__, step): EscalationStep => ({ phase: 'policy', step, loop })),
  ).flat();
  if (subject.kind === 'drill') return steps;
  return [...steps, { phase: 'fallback', ...last }, { phase: 'owners', ...last }];
}

/** The index of a step. For fallback and owners step and loop are those at which the policy ended. */
export const placeOf = (page: Page, { phase, step, loop }: EscalationStep): number =>
  stepsOf(page).findIndex(
    (other) => other.phase === phase && (phase !== 'policy' || (other.step === step && other.loop === loop)),
  );

export const delayMsOf = ({ policy }: Page, { phase, step }: EscalationStep): number =>
  (policy.steps[phase === 'policy' ? step : policy.steps.length - 1]?.delayMinutes ?? 0) * 60_000;

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
    // Of an admin's drill the device's person is asked. A device may be gone by then.
    const path = documentPaths.device(teamId, page.subject.deviceId);
    const device = world.ledger.documents.get(path) as Pick<Device, 'userId'> | undefined;
    const named = page.policy.steps[0]?.targets.flatMap((one) => (one.kind === 'person' ? [one.userId] : []));
    return found(device ? [device.userId] : (named ?? []));
  }
  if (step.phase === 'owners')
    return found(answering.flatMap(({ id, role }) => (role === 'owner' ? [id] : [])));
  if (step.phase === 'fallback') {
    const team = world.ledger.documents.get(documentPaths.team(teamId)) as unknown as Team;
    return found(team.fallbackPeople.filter(isAnswering));
  }
  const targets = page.policy.steps[step.step]?.targets ?? [];
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
  const robin = step.phase === 'policy' && page.policy.steps[step.step]?.mode === 'round-robin';
  if (!robin || found.length === 0) return found;
  return found.slice((page.turn + step.loop) % found.length).slice(0, 1);
}

const byId = (one: Member, other: Member) => (one.id < other.id ? -1 : 1);
