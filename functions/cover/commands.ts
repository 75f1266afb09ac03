/** Handlers of commands on requests for cover. */
import { coverRequestSchema, type CoverRequest } from '#domain/cover/schema.ts';
import {
  cancelCover as cancelled,
  releaseCover as released,
  requestCover as requested,
  takeCover as taken,
} from '#domain/cover/transitions.ts';
import { check } from '#domain/errors.ts';
import { unpageableFailure } from '#domain/schedule/transitions.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { fieldLabels } from '#api/field-labels.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, CommandFailed, fail, found } from '../kernel/command-failed.ts';
import { addOverride } from '../schedules/new-override.ts';
import { noticeAsked } from './notice-asked.ts';
import { openRequestsOf, rotaOf } from './rota.ts';

const memberOf = ({ work, teamId }: CommandContext, userId: string): Promise<Member | null> =>
  work.get(memberSchema, documentPaths.member(teamId, userId));

async function requirePageable(context: CommandContext, userId: string, field: string): Promise<void> {
  const refused = unpageableFailure(await memberOf(context, userId), field);
  if (refused !== null) throw new CommandFailed(refused.error);
}

const requestCover: CommandHandler<'requestCover'> = async (input, context) => {
  const { requestId: id, teamId, scheduleId, userId, startsAt, endsAt, asked, note } = input;
  const { work } = context;
  const path = documentPaths.coverRequest(teamId, id);
  const before = await work.get(coverRequestSchema, path);
  if (before !== null) fail('conflict', { currentRevision: before.revision });
  const rota = await rotaOf(work, teamId, scheduleId);
  found(rota.schedule);
  const unique = asked && [...new Set(asked)];
  for (const [at, one] of (unique ?? []).entries()) await requirePageable(context, one, `asked.${at}`);
  const content = { id, teamId, scheduleId, userId, startsAt, endsAt, asked: unique, note };
  const open = await openRequestsOf(work, teamId, scheduleId);
  const { state } = accept(requested(content, rota, open, context));
  // The schema bounds its length.
  const checked = check(coverRequestSchema, state, fieldLabels);
  if (!checked.ok) throw new CommandFailed(checked.error);
  work.save(path, state);
  await noticeAsked(context, checked.value, rota.schedule?.name ?? '');
  return { revision: state.revision };
};

const takeCover: CommandHandler<'takeCover'> = async ({ userId }, context, request) => {
  const { work, teamId } = context;
  await requirePageable(context, userId, 'userId');
  const rota = await rotaOf(work, teamId, request.scheduleId);
  const first = request.takerId === null ? null : await memberOf(context, request.takerId);
  const nameOf = () => first?.displayName ?? 'Somebody else';
  const taker = { userId, overrideId: work.newId() };
  const { state } = accept(taken(request, taker, rota, { by: context.by, now: context.now, nameOf }));
  if (state.override !== null) await addOverride(context, state.override);
  return keep(context, request, state.request);
};

const releaseCover: CommandHandler<'releaseCover'> = async (_, context, request) => {
  const { work, teamId } = context;
  const { overrideId } = request;
  const path = overrideId === null ? null : documentPaths.override(teamId, overrideId);
  const override = path === null ? null : await work.get(overrideSchema, path);
  const { state } = accept(released(request, override, context));
  if (path !== null) work.remove(path);
  const schedule = await work.get(scheduleSchema, documentPaths.schedule(teamId, request.scheduleId));
  await noticeAsked(context, state.request, schedule?.name ?? '');
  return keep(context, request, state.request);
};

const cancelCover: CommandHandler<'cancelCover'> = async (_, context, request) =>
  keep(context, request, accept(cancelled(request, context)).state);

function keep({ work, teamId }: CommandContext, before: CoverRequest, request: CoverRequest) {
  if (request !== before) work.save(documentPaths.coverRequest(teamId, request.id), request);
  return { revision: request.revision };
}

export const coverHandlers = {
  requestCover,
  takeCover,
  releaseCover,
  cancelCover,
} satisfies Partial<CommandHandlers>;
