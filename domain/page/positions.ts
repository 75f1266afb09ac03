/**
 * Where a page goes next: positions in a plan (the policy's steps as often as it repeats, then the fallback people,
 * then the owners) and whom a position asks. Pure look-ups; `engine.ts` moves the page.
 */
import type { Page } from './schema.ts';
import type { PolicyStep, Target } from '../policy/schema.ts';

/** Who can be asked. Looked up when a step starts, at that instant; unknown targets find nobody. */
export interface RecipientResolver {
  readonly find: (target: Target, at: number) => readonly string[];
  readonly fallback: (at: number) => readonly string[];
  readonly owners: (at: number) => readonly string[];
}

export type Position = Pick<Page, 'phase' | 'step' | 'loop'>;

export const firstPosition: Position = { phase: 'policy', step: 0, loop: 0 };

/** The position after this one; null after the last. A drill never leaves its policy. */
export function nextPosition(page: Page, position: Position): Position | null {
  const { phase, step, loop } = position;
  if (phase === 'owners') return null;
  if (phase === 'fallback') return { phase: 'owners', step, loop };
  if (step + 1 < page.policy.steps.length) return { phase, step: step + 1, loop };
  if (loop < page.policy.repeat) return { phase, step: 0, loop: loop + 1 };
  return afterPolicy(page, position);
}

/** The position after the last loop, whatever loops are left. */
export function afterPolicy(page: Page, { step, loop }: Position): Position | null {
  return page.subject.kind === 'drill' ? null : { phase: 'fallback', step, loop };
}

/** Whom a position asks, in order; nobody who declined. Empty: the position is skipped. */
export function recipients(
  page: Page,
  position: Position,
  people: RecipientResolver,
  at: number,
): readonly string[] {
  const found = eligible(page, position, people, at);
  if (position.phase !== 'policy' || stepAt(page, position).mode === 'all' || found.length === 0)
    return found;
  const turn = (page.turn + position.loop) % found.length;
  return found.slice(turn, turn + 1);
}

/** Everyone a position could ask: in a round-robin step more than it does ask. */
export function eligible(
  page: Page,
  position: Position,
  people: RecipientResolver,
  at: number,
): readonly string[] {
  const found =
    position.phase === 'fallback'
      ? people.fallback(at)
      : position.phase === 'owners'
        ? people.owners(at)
        : stepAt(page, position).targets.flatMap((target) => people.find(target, at));
  const declined = new Set(page.declined.map(({ userId }) => userId));
  return [...new Set(found)].filter((userId) => !declined.has(userId));
}

/** The step that rules a position; fallback and owners wait as long as the last step, and one answer is enough. */
export function stepAt(page: Page, { phase, step }: Position): PolicyStep {
  const { steps } = page.policy;
  const last = steps.at(-1) ?? emptyStep;
  if (phase !== 'policy') return { ...last, acknowledgedBy: 'any', mode: 'all' };
  return steps[step] ?? last;
}

/** For a policy without steps, which no schema lets in: it asks nobody. */
const emptyStep: PolicyStep = { targets: [], delayMinutes: 1, mode: 'all', acknowledgedBy: 'any' };
