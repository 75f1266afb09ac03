/**
 * How a page escalates, written down a second time from what the product promises, to hold the engine's doing against: steps in order,
 * as often as the policy repeats, then the fallback people, then the owners; a step that finds nobody is left out.
 */
import type { Page } from '#domain/page/schema.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import type { Team } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Member } from '#domain/team/schema.ts';
import { teamId } from '../crowd.ts';
import type { World } from '../world/world.ts';

export type Rung = Pick<Page, 'phase' | 'step' | 'loop'>;

export const showRung = ({ phase, step, loop }: Rung) =>
  phase === 'policy' ? `step ${step + 1} of round ${loop + 1}` : phase;

/** Every rung of the ladder, from the bottom. */
export function rungsOf({ policy, subject }: Page): readonly Rung[] {
  const last = { step: policy.steps.length - 1, loop: policy.repeat };
  const steps = Array.from({ length: policy.repeat + 1 }, (_, loop) =>
    policy.steps.map((__, step): Rung => ({ phase: 'policy', step, loop })),
  ).flat();
  if (subject.kind === 'drill') return steps;
  return [...steps, { phase: 'fallback', ...last }, { phase: 'owners', ...last }];
}

/** Where on the ladder; once the policy is used up early, fallback and owners stand wherever it ended. */
export const placeOf = (page: Page, rung: Rung): number =>
  rungsOf(page).findIndex(
    ({ phase, step, loop }) =>
      phase === rung.phase && (phase !== 'policy' || (step === rung.step && loop === rung.loop)),
  );

export const delayMsOf = ({ policy }: Page, { phase, step }: Rung): number =>
  (policy.steps[phase === 'policy' ? step : policy.steps.length - 1]?.delayMinutes ?? 0) * 60_000;

/** Everyone whom a rung could ask at that time. */
export function reachable(world: World, page: Page, rung: Rung, at: number): readonly string[] {
  const members = world.ledger
    .in(collectionPaths.members(teamId))
    .map(([, entity]) => entity as unknown as Member);
  const answering = members.filter(({ role }) => role !== 'viewer').toSorted(byId);
  const isAnswering = (uid: string) => answering.some(({ id }) => id === uid);
  const declined = new Set(page.declined.map(({ userId }) => userId));
  const found = (uids: readonly string[]) => [...new Set(uids)].filter((uid) => !declined.has(uid));
  if (page.subject.kind === 'drill') return found([page.createdBy]);
  if (rung.phase === 'owners')
    return found(answering.flatMap(({ id, role }) => (role === 'owner' ? [id] : [])));
  if (rung.phase === 'fallback') {
    const team = world.ledger.documents.get(documentPaths.team(teamId)) as unknown as Team;
    return found(team.fallbackPeople.filter(isAnswering));
  }
  const targets = page.policy.steps[rung.step]?.targets ?? [];
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

/** Whom a rung asks: everyone it finds, or the one whose turn it is. */
export function askedBy(world: World, page: Page, rung: Rung, at: number): readonly string[] {
  const found = reachable(world, page, rung, at);
  const robin = rung.phase === 'policy' && page.policy.steps[rung.step]?.mode === 'round-robin';
  if (!robin || found.length === 0) return found;
  return found.slice((page.turn + rung.loop) % found.length).slice(0, 1);
}

const byId = (one: Member, other: Member) => (one.id < other.id ? -1 : 1);
