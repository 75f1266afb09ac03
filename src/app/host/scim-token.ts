/** `--scim-token`: a new bearer token for a company's provider. The settings get its digest. */
import { newScimToken } from '#adapters/postgres/auth/scim/scim-tokens.ts';

export function scimTokenText(): string {
  const { token, digest } = newScimToken();
  return `Token, for the provider. It is shown this once:
  ${token}
Digest, for the provider's entry in the file of --sign-in:
  "scimTokens": ["${digest}"]
Start the host again afterwards.`;
}
