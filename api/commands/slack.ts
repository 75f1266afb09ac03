/** Slack's slash command and buttons. */
import * as v from 'valibot';
import { apiKeyDigestSchema } from '#domain/api-key/schema.ts';
import { appOriginSchema } from '#domain/app-origin.ts';
import { signingSecretSchema } from '#domain/integration/schema.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

export const slackCommands = {
  /** Signing secret of the team's Slack app; null disconnects Slack. */
  saveSlackApp: command<RevisionOutput>()({
    input: { signingSecret: v.nullable(signingSecretSchema), linkOrigin: appOriginSchema },
    permission: { of: 'team', action: 'configure' },
    scope: null,
    labels: { pending: 'Save the signing secret', failed: 'The signing secret was not saved' },
  }),

  /** `digest` of a code that the caller types in Slack (`api/slack-code.ts`). Null: the link of the caller's Slack user ends. */
  linkSlackUser: command<RevisionOutput>()({
    input: { digest: v.nullable(apiKeyDigestSchema) },
    permission: { of: 'team', action: 'registerDevice' },
    scope: null,
    labels: { pending: 'Link Slack', failed: 'Slack was not linked' },
  }),
} as const;
