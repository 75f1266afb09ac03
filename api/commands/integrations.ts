/** Integrations: the keys of alert senders. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { heartbeatFields } from '#domain/heartbeat/schema.ts';
import { jsonMappingSchema } from '#domain/ingest/json-mapping.ts';
import {
  integrationFields,
  keyEndingSchema,
  keyIdSchema,
  senderKindSchema,
  signingSecretSchema,
} from '#domain/integration/schema.ts';
import { routingRulesSchema } from '#domain/routing/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const integrationsCommands = {
  /** Makes the key of an alert sender. `keyId` is the digest of a key that the caller has drawn and keeps to itself. */
  createIntegration: command<RevisionOutput>()({
    input: {
      integrationId: idSchema,
      ...integrationFields,
      kind: senderKindSchema,
      keyId: keyIdSchema,
      keyEnding: keyEndingSchema,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Add an integration', failed: 'The integration was not added' },
  }),

  saveIntegration: command<RevisionOutput>()({
    input: { integrationId: idSchema, ...integrationFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Save an integration', failed: 'The integration was not saved' },
  }),

  /** Another key takes the place of the present one, which ends at once or, with `keepPrevious`, after a day. */
  rotateKey: command<RevisionOutput>()({
    input: {
      integrationId: idSchema,
      keyId: keyIdSchema,
      keyEnding: keyEndingSchema,
      keepPrevious: v.boolean(),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Rotate a key', failed: 'The key was not rotated' },
  }),

  /** The secret with which its sender signs, in place of the one before; null for none. */
  setSigningSecret: command<RevisionOutput>()({
    input: { integrationId: idSchema, secret: v.nullable(signingSecretSchema), expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Change a signing secret', failed: 'The signing secret was not changed' },
  }),

  /** Saves the reading of plain JSON messages. */
  saveMapping: command<RevisionOutput>()({
    input: { integrationId: idSchema, mapping: jsonMappingSchema, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Save a mapping', failed: 'The mapping was not saved' },
  }),

  /** Saves the routing rules and the service of the default; without rules, all alerts are of that service. */
  saveRouting: command<RevisionOutput>()({
    input: { integrationId: idSchema, serviceId: idSchema, rules: routingRulesSchema, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Save routing rules', failed: 'The routing rules were not saved' },
  }),

  /** Saves the interval and the grace of a heartbeat. */
  saveHeartbeat: command<RevisionOutput>()({
    input: { integrationId: idSchema, ...heartbeatFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Save a heartbeat', failed: 'The heartbeat was not saved' },
  }),

  /** Its keys are refused from then on, for good. */
  revokeIntegration: command<RevisionOutput>()({
    input: { integrationId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Revoke a key', failed: 'The key was not revoked' },
  }),

  /** Raises an alert that pages nobody, as if its sender had. */
  sendTestMessage: command<RevisionOutput & { alertId: string }>()({
    input: { integrationId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'integrationId',
    labels: { pending: 'Send a test message', failed: 'The test message was not sent' },
  }),
} as const;
