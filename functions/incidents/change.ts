import type { Incident } from '#domain/incident/schema.ts';
import { changeIncident, type IncidentCommand } from '#domain/incident/transitions.ts';
import { apply } from '../apply.ts';
import type { CommandContext } from '../kernel/command.ts';
import { accept } from '../kernel/command-failed.ts';
import type { Guarded } from '../kernel/guard.ts';

/** Carries out one command of the model; ends the command of the caller where the model refuses. */
export const change = (
  context: CommandContext,
  before: Guarded<Incident>,
  what: IncidentCommand,
): Promise<Guarded<Incident>> =>
  apply(context.work, 'incident', before, accept(changeIncident(before, what, context)));
