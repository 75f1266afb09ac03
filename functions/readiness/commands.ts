/** Handlers for the readiness of other members: drills by all ways, and a notice of what is missing. */
import { day } from '#domain/constants.ts';
import { reachability } from '#domain/readiness/reachability.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { waysOf } from '../channels/channels.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { requireDrills, startDrill } from './drill.ts';

const drillMember: CommandHandler<'drillMember'> = async ({ userId: of }, context) => {
  const { work, teamId, userId } = context;
  requireDrills(work);
  found(await work.get(memberSchema, documentPaths.member(teamId, of)));
  const ways = (await waysOf(work, teamId, of)).filter(({ takesMessages }) => takesMessages);
  if (ways.length === 0)
    fail(
      'invalid',
      { field: 'userId', rule: 'no device' },
      'Nothing of theirs takes notifications, so nothing can be drilled. Ask to mend instead.',
    );
  const pageIds: string[] = [];
  for (const way of ways) pageIds.push((await startDrill(context, way)).pageId);
  if (of !== userId)
    await sendNotice(work, {
      ...{ teamId, userId: of, cause: context.recordId, by: userId, link: '/readiness' },
      content: { kind: 'drilled', by: userId, devices: ways.length },
    });
  return { revision: 1, pageIds };
};

const askToMend: CommandHandler<'askToMend'> = async ({ userId: of }, context) => {
  const { work, teamId, userId } = context;
  found(await work.get(memberSchema, documentPaths.member(teamId, of)));
  const { state } = reachability(await waysOf(work, teamId, of), work.now);
  if (state === 'reachable')
    fail(
      'invalid',
      { field: 'userId', rule: 'reachable' },
      'They can be reached already: there is nothing to mend.',
    );
  await sendNotice(work, {
    ...{ teamId, userId: of, by: userId, link: '/readiness' },
    cause: `mend ${Math.floor(work.now / day)}`,
    content: { kind: 'mend', by: userId, state },
  });
  return { revision: 1 };
};

export const readinessHandlers = { drillMember, askToMend } satisfies Partial<CommandHandlers>;
