/**
 * Moments of a page load at which a first screen stands and the browser is idle: background work starts then. A team's screen stands when
 * all that it reads is answered. A page that begins with the sign-in screen has two moments: what a team's screens leave for later would
 * else compete with the first of them.
 */
import { whenIdle } from './when-idle.ts';

export type FirstScreen = 'sign-in' | 'team';

/** Longest wait for a screen that does not come (no connection, no team), in milliseconds. */
const timeoutMs = 4_000;

interface Moment {
  mark(): void;
  reached(): Promise<void>;
}

function createMoment(): Moment {
  let rendered: () => void = () => undefined;
  let idle: Promise<void> | null = null;
  const reached = () =>
    (idle ??= new Promise<void>((resolve) => {
      rendered = resolve;
      setTimeout(resolve, timeoutMs);
    }).then(() => new Promise((resolve) => void whenIdle(resolve, 1_000))));
  return {
    mark() {
      void reached();
      rendered();
    },
    reached,
  };
}

const first = createMoment();
const ofTeam = createMoment();

/** Marks a first screen as rendered, with what it reads. Further calls do nothing. */
export function markFirstScreenRendered(screen: FirstScreen): void {
  first.mark();
  if (screen === 'team') ofTeam.mark();
}

/** Resolves once the first screen of this page load is rendered and the browser is idle. */
export const firstScreenIdle = (): Promise<void> => first.reached();

/** Resolves once the first screen of a signed-in person is rendered and the browser is idle. The longest wait begins with the first call. */
export const teamScreenIdle = (): Promise<void> => ofTeam.reached();
