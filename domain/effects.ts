/** Everything that a transition can leave to someone with a backend. `functions/apply.ts` carries it out. */
import type { AlertEffect } from './alert/transitions.ts';
import type { EndPages } from './incident/transitions.ts';
import type { PageEffect } from './page/effects.ts';

export type Effect = AlertEffect | EndPages | PageEffect;
