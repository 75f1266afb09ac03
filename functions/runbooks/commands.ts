/** Handlers of commands on runbooks. */
import { runbookSchema } from '#domain/runbook/schema.ts';
import { saveRunbook as saved } from '#domain/runbook/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';

const saveRunbook: CommandHandler<'saveRunbook'> = async (input, context) => {
  const { runbookId: id, teamId, name, severities, serviceIds, steps } = input;
  const path = documentPaths.runbook(teamId, id);
  const before = await context.work.get(runbookSchema, path);
  // A change does not recreate a runbook that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  const { state } = saved(before, { id, teamId, name, severities, serviceIds, steps }, context);
  context.work.save(path, state);
  return { revision: state.revision };
};

/** Removing one that is gone already changes nothing. */
const removeRunbook: CommandHandler<'removeRunbook'> = async ({ runbookId, teamId }, { work }) => {
  const path = documentPaths.runbook(teamId, runbookId);
  const before = await work.get(runbookSchema, path);
  if (before !== null) work.remove(path);
  return { revision: (before?.revision ?? 0) + 1 };
};

export const runbookHandlers = { saveRunbook, removeRunbook } satisfies Partial<CommandHandlers>;
