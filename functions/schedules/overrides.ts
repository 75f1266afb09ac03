/** Handlers of commands on overrides. */
import { isResponder } from '#domain/permissions.ts';
import {
  createOverride as created,
  moveOverride as moved,
  removeOverride as removed,
} from '#domain/schedule/overrides.ts';
import { type Override, overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { check } from '#domain/errors.ts';
import { documentPaths } from '#api/paths.ts';
import { fieldLabels } from '#api/field-labels.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, CommandFailed, fail, found } from '../kernel/command-failed.ts';

const createOverride: CommandHandler<'createOverride'> = async (input, context) => {
  const { overrideId: id, teamId, scheduleId, startsAt, endsAt, userId, insteadOf } = input;
  const { work } = context;
  found(await work.get(scheduleSchema, documentPaths.schedule(teamId, scheduleId)));
  const taker = await work.get(memberSchema, documentPaths.member(teamId, userId));
  if (taker === null || !isResponder(taker)) {
    const rule =
      taker === null
        ? 'This person is not in the team any more. Choose somebody who is.'
        : 'This person is a viewer, and viewers are not paged. Choose a responder.';
    fail('invalid', { field: 'userId', rule }, rule);
  }
  const path = documentPaths.override(teamId, id);
  const before = await work.get(overrideSchema, path);
  if (before !== null) fail('conflict', { currentRevision: before.revision });
  const content = { id, teamId, scheduleId, startsAt, endsAt, userId, insteadOf };
  const { state } = accept(created(content, context));
  requireFits(state);
  work.save(path, state);
  return { revision: state.revision };
};

/** How long it may last is said by its schema. */
function requireFits(state: Override): void {
  const checked = check(overrideSchema, state, fieldLabels);
  if (!checked.ok) throw new CommandFailed(checked.error);
}

const moveOverride: CommandHandler<'moveOverride'> = async ({ startsAt, endsAt }, context, override) => {
  const { state } = accept(moved(override, { startsAt, endsAt }, context));
  requireFits(state);
  context.work.save(documentPaths.override(override.teamId, override.id), state);
  return { revision: state.revision };
};

const removeOverride: CommandHandler<'removeOverride'> = async (_, context, override) => {
  const { state } = accept(removed(override, context));
  const path = documentPaths.override(override.teamId, override.id);
  if (state === null) context.work.remove(path);
  else context.work.save(path, state);
  return { revision: override.revision + 1 };
};

export const overrideHandlers = {
  createOverride,
  moveOverride,
  removeOverride,
} satisfies Partial<CommandHandlers>;
