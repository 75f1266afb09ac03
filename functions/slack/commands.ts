/** Handlers of commands on Slack. */
import { type SlackApp, slackAppSchema, slackLinkSchema, type SlackSecret } from '#domain/slack/schema.ts';
import { startSlackLink as started } from '#domain/slack/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';

const saveSlackApp: CommandHandler<'saveSlackApp'> = async (input, { work, userId, now }) => {
  const { teamId, signingSecret, linkOrigin } = input;
  const path = documentPaths.slackApp(teamId, teamId);
  const before = await work.get(slackAppSchema, path);
  const created = before ?? { id: teamId, teamId, createdAt: now, createdBy: userId, revision: 0 };
  const app: SlackApp = { ...created, linkOrigin, revision: created.revision + 1 };
  work.save(path, app);
  work.save(documentPaths.slackSecret(teamId, teamId), {
    id: teamId,
    teamId,
    signingSecret,
  } satisfies SlackSecret);
  return { revision: app.revision };
};

/** Removing it again changes nothing. */
const removeSlackApp: CommandHandler<'removeSlackApp'> = async ({ teamId }, { work }) => {
  const path = documentPaths.slackApp(teamId, teamId);
  const before = await work.get(slackAppSchema, path);
  if (before === null) return { revision: 1 };
  work.remove(path);
  work.remove(documentPaths.slackSecret(teamId, teamId));
  return { revision: before.revision + 1 };
};

const startSlackLink: CommandHandler<'startSlackLink'> = async ({ teamId, digest }, context) => {
  const { work, userId } = context;
  if ((await work.get(slackAppSchema, documentPaths.slackApp(teamId, teamId))) === null)
    fail('unavailable', {}, 'Slack is not connected. An admin connects it under Integrations.');
  const path = documentPaths.slackLink(teamId, userId);
  const before = await work.get(slackLinkSchema, path);
  const { state } = accept(started(before, { teamId, userId, digest }, context));
  work.save(path, state);
  return { revision: state.revision };
};

/** Ending it again changes nothing. */
const endSlackLink: CommandHandler<'endSlackLink'> = async ({ teamId }, { work, userId }) => {
  const path = documentPaths.slackLink(teamId, userId);
  const before = await work.get(slackLinkSchema, path);
  if (before === null) return { revision: 1 };
  work.remove(path);
  return { revision: before.revision + 1 };
};

export const slackHandlers = {
  saveSlackApp,
  removeSlackApp,
  startSlackLink,
  endSlackLink,
} satisfies Partial<CommandHandlers>;
