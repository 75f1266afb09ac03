/** Slack's slash command and buttons in a team, and which Slack user is which member. */
import * as v from 'valibot';
import { appOriginSchema } from '../app-origin.ts';
import { apiKeyDigestSchema } from '../api-key/schema.ts';
import { signingSecretSchema } from '../integration/schema.ts';
import { entityFields, epochMsSchema, idSchema } from '../base.ts';

/** Marks that a team takes commands from Slack. Id: the team's. Readable by members. */
export const slackAppSchema = v.object({
  ...entityFields,
  /** Where links lead: the origin under which the browser that saved it has Muster. */
  linkOrigin: appOriginSchema,
});
export type SlackApp = v.InferInput<typeof slackAppSchema>;

/** Signing secret of the team's Slack app, under the team's id. No client may read it. */
export const slackSecretSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  signingSecret: signingSecretSchema,
});
export type SlackSecret = v.InferInput<typeof slackSecretSchema>;

/** Workspace and user of Slack, such as `T012AB/U345CD`: ids of users are unique within a workspace. */
const slackUserSchema = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,40}\/[A-Z0-9]{1,40}$/u));

/** Slack user of a member, or the code for a new link; the id is the member's. Only that member may read it. */
export const slackLinkSchema = v.object({
  ...entityFields,
  userId: idSchema,
  /** Null: no Slack user is linked. */
  slackUser: v.nullable(slackUserSchema),
  linkedAt: v.nullable(epochMsSchema),
  /** Digest of the code (`api/slack-code.ts`). Null: no code is valid. */
  codeDigest: v.nullable(apiKeyDigestSchema),
  codeEndsAt: v.nullable(epochMsSchema),
});
export type SlackLink = v.InferInput<typeof slackLinkSchema>;
