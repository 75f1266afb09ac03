/** Slack's commands in the team, and the reader's own Slack user. */
import { slackAppSchema, slackLinkSchema } from '#domain/slack/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { useDocument } from '../client/documents.ts';
import { useTeam } from './team.tsx';

/** `data` null: the team takes nothing from Slack. */
export function useSlackApp() {
  const { team } = useTeam();
  return useDocument(documentPaths.slackApp(team.id, team.id), slackAppSchema);
}

export function useMySlackLink() {
  const { team, me } = useTeam();
  return useDocument(documentPaths.slackLink(team.id, me.id), slackLinkSchema);
}

/** Null: the reader has linked no Slack user, and has no code for one. */
export type MySlackLink = NonNullable<ReturnType<typeof useMySlackLink>['data']> | null;
