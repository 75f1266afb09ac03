/** Slack's slash command and buttons in a team, and which Slack user is which member. */
import * as v from 'valibot';
import { appOriginSchema } from '../app-origin.ts';
import { apiKeyDigestSchema } from '../api-key/schema.ts';
import { signingSecretSchema } from '../integration/schema.ts';
import { entityFields, epochMsSchema, idSchema } from '../base.ts';

/** That a team takes commands from Slack; the id is the team's. Members read it. */
export const slackAppSchema = v.object({
  ...entityFields,
  /** Where links lead: the origin under which the browser that saved it has Muster. */
  linkOrigin: appOriginSchema,
});
export type SlackApp = v.InferInput<typeof slackAppSchema>;

/** The key by which Slack signs its requests, under the team's id: the server's alone. */
export const slackSecretSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  signingSecret: signingSecretSchema,
});
export type SlackSecret = v.InferInput<typeof slackSecretSchema>;

/** Workspace and user of Slack, such as `T012AB/U345CD`: ids of users are unique in their workspace alone. */
const slackUserSchema = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,40}\/[A-Z0-9]{1,40}$/u));

/** The Slack user of a member, or the code that waits for one; the id is the member's. Its person reads it. */
export const slackLinkSchema = v.object({
  ...entityFields,
  userId: idSchema,
  /** Null: none yet. */
  slackUser: v.nullable(slackUserSchema),
  linkedAt: v.nullable(epochMsSchema),
  /** Of the code (`api/slack-code.ts`). Null: none waits. */
  codeDigest: v.nullable(apiKeyDigestSchema),
  codeEndsAt: v.nullable(epochMsSchema),
});
export type SlackLink = v.InferInput<typeof slackLinkSchema>;
