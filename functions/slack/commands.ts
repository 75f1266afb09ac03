/** Handlers of commands on Slack. */
import { type SlackApp, slackAppSchema, slackLinkSchema, type SlackSecret } from '#domain/slack/schema.ts';
import { startSlackLink } from '#domain/slack/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';

/** Removing it again, and ending a link again, changes nothing. */
const saveSlackApp: CommandHandler<'saveSlackApp'> = async (input, { work, userId, now }) => {
  const { teamId, signingSecret, linkOrigin } = input;
  const path = documentPaths.slackApp(teamId, teamId);
  const secretPath = serverPaths.slackSecret(teamId, teamId);
  const before = await work.get(slackAppSchema, path);
  if (signingSecret === null) {
    if (before === null) return { revision: 1 };
    work.remove(path);
    work.remove(secretPath);
    return { revision: before.revision + 1 };
  }
  const created = before ?? { id: teamId, teamId, createdAt: now, createdBy: userId, revision: 0 };
  const app: SlackApp = { ...created, linkOrigin, revision: created.revision + 1 };
  work.save(path, app);
  work.save(secretPath, { id: teamId, teamId, signingSecret } satisfies SlackSecret);
  return { revision: app.revision };
};

const linkSlackUser: CommandHandler<'linkSlackUser'> = async ({ teamId, digest }, context) => {
  const { work, userId } = context;
  const path = documentPaths.slackLink(teamId, userId);
  const before = await work.get(slackLinkSchema, path);
  if (digest === null) {
    if (before === null) return { revision: 1 };
    work.remove(path);
    return { revision: before.revision + 1 };
  }
  if ((await work.get(slackAppSchema, documentPaths.slackApp(teamId, teamId))) === null)
    fail('unavailable', {}, 'Slack is not connected. An admin connects it under Integrations.');
  const { state } = accept(startSlackLink(before, { teamId, userId, digest }, context));
  work.save(path, state);
  return { revision: state.revision };
};

export const slackHandlers = { saveSlackApp, linkSlackUser } satisfies Partial<CommandHandlers>;
