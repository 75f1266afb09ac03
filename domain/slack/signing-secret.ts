/** The key by which Slack signs a team's requests. Apart from the documents: the catalogue of commands needs no more. */
import * as v from 'valibot';

/** Slack shows 32 hexadecimal digits under “Basic Information”, “App Credentials”. */
export const slackSigningSecretSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[0-9a-f]{32,128}$/u, 'The signing secret of a Slack app is 32 digits and letters from a to f.'),
);
