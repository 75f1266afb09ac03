/** API keys of the team. */
import { idSchema } from '#domain/base.ts';
import {
  apiKeyDaysSchema,
  apiKeyDigestSchema,
  apiKeyEndingSchema,
  apiKeyFields,
} from '#domain/api-key/schema.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

export const apiKeysCommands = {
  /** Makes a key that acts for the caller. `digest` is that of a key that the caller has drawn and keeps to itself. */
  createApiKey: command<RevisionOutput>()({
    input: {
      apiKeyId: idSchema,
      ...apiKeyFields,
      days: apiKeyDaysSchema,
      digest: apiKeyDigestSchema,
      ending: apiKeyEndingSchema,
    },
    permission: { of: 'team', action: 'manageApiKeys' },
    scope: 'apiKeyId',
    labels: { pending: 'Create an API key', failed: 'The API key was not created' },
  }),

  revokeApiKey: command<RevisionOutput>()({
    input: { apiKeyId: idSchema },
    permission: { of: 'team', action: 'manageApiKeys' },
    scope: 'apiKeyId',
    labels: { pending: 'Revoke an API key', failed: 'The API key was not revoked' },
  }),
} as const;
