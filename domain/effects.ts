/** Effects of all transitions. `functions/apply.ts` carries them out. */
import type { AlertEffect } from './alert/transitions.ts';
import type { IncidentEffect } from './incident/transitions.ts';
import type { PageEffect } from './page/effects.ts';

export type Effect = AlertEffect | IncidentEffect | PageEffect;
