/** Slack's slash command and buttons. */
import { appOriginSchema } from '#domain/app-origin.ts';
import { apiKeyDigestSchema } from '#domain/api-key/schema.ts';
import { slackSigningSecretSchema } from '#domain/slack/signing-secret.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

export const slackCommands = {
  /** Takes commands that Slack signs with this secret; it takes the place of an earlier one. */
  saveSlackApp: command<RevisionOutput>()({
    input: { signingSecret: slackSigningSecretSchema, linkOrigin: appOriginSchema },
    permission: { of: 'team', action: 'configure' },
    scope: null,
    labels: { pending: 'Connect Slack', failed: 'Slack was not connected' },
  }),

  /** Nothing from Slack is taken any more, and the signing secret is forgotten. Links of members stay for the next one. */
  removeSlackApp: command<RevisionOutput>()({
    input: {},
    permission: { of: 'team', action: 'configure' },
    scope: null,
    labels: { pending: 'Disconnect Slack', failed: 'Slack was not disconnected' },
  }),

  /** Begins to link the caller's Slack user. `digest` is that of a code that the caller has drawn and types in Slack. */
  startSlackLink: command<RevisionOutput>()({
    input: { digest: apiKeyDigestSchema },
    permission: { of: 'team', action: 'registerDevice' },
    scope: null,
    expires: true,
    labels: { pending: 'Make a code for Slack', failed: 'The code was not made' },
  }),

  /** The caller's Slack user acts for nobody from then on. */
  endSlackLink: command<RevisionOutput>()({
    input: {},
    permission: { of: 'team', action: 'registerDevice' },
    scope: null,
    labels: { pending: 'End the link to Slack', failed: 'The link to Slack was not ended' },
  }),
} as const;
