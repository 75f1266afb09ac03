/** Handlers of commands on overrides. */
import { uncovered } from '#domain/cover/transitions.ts';
import {
  createOverride as created,
  moveOverride as moved,
  removeOverride as removed,
  withoutEffect,
} from '#domain/schedule/overrides.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { unpageableFailure } from '#domain/schedule/transitions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { requestOfOverride, rotaOf } from '../cover/rota.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, CommandFailed, fail, found } from '../kernel/command-failed.ts';
import { addOverride } from './new-override.ts';

const createOverride: CommandHandler<'createOverride'> = async (input, context) => {
  const { overrideId: id, teamId, scheduleId, startsAt, endsAt, userId, insteadOf } = input;
  const { work } = context;
  const schedule = found(await work.get(scheduleSchema, documentPaths.schedule(teamId, scheduleId)));
  const taker = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const refused = unpageableFailure(taker, 'userId');
  if (refused !== null) throw new CommandFailed(refused.error);
  const path = documentPaths.override(teamId, id);
  const before = await work.get(overrideSchema, path);
  if (before !== null) fail('conflict', { currentRevision: before.revision });
  const content = { id, teamId, scheduleId, startsAt, endsAt, userId, insteadOf };
  const { state } = accept(created(content, context));
  if (insteadOf !== null) {
    const { overrides } = await rotaOf(work, teamId, scheduleId);
    const useless = withoutEffect(state, schedule, overrides);
    if (useless !== null) throw new CommandFailed(useless.error);
  }
  await addOverride(context, state);
  return { revision: state.revision };
};

const moveOverride: CommandHandler<'moveOverride'> = async ({ startsAt, endsAt }, context, override) => {
  if ((await requestOfOverride(context.work, override.teamId, override.id)) !== null) {
    const rule =
      'This covers the time that somebody asked for. Take it back instead, and ask again for another time.';
    fail('invalid', { field: 'overrideId', rule }, rule);
  }
  const { state } = accept(moved(override, { startsAt, endsAt }, context));
  context.work.save(documentPaths.override(override.teamId, override.id), state);
  return { revision: state.revision };
};

const removeOverride: CommandHandler<'removeOverride'> = async (_, context, override) => {
  const { state } = accept(removed(override, context));
  const { teamId, id } = override;
  const { work } = context;
  const path = documentPaths.override(teamId, id);
  const request = await requestOfOverride(work, teamId, id);
  if (request !== null)
    work.save(documentPaths.coverRequest(teamId, request.id), uncovered(request, context));
  if (state === null) work.remove(path);
  else work.save(path, state);
  return { revision: override.revision + 1 };
};

export const overrideHandlers = {
  createOverride,
  moveOverride,
  removeOverride,
} satisfies Partial<CommandHandlers>;
