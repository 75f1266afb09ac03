/** Escalation policies. */
import { idSchema } from '#domain/base.ts';
import { policyFields, thenPolicyIdSchema } from '#domain/policy/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const policiesCommands = {
  /** Makes an escalation policy, or changes it. `policyId` is made by the caller. Pages that run keep theirs. */
  savePolicy: command<RevisionOutput>()({
    input: { policyId: idSchema, ...policyFields, thenPolicyId: thenPolicyIdSchema, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'policyId',
    labels: { pending: 'Save a policy', failed: 'The policy was not saved' },
  }),

  /** Refused while a service has it, or another policy hands over to it. */
  removePolicy: command<RevisionOutput>()({
    input: { policyId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'policyId',
    labels: { pending: 'Remove a policy', failed: 'The policy was not removed' },
  }),
} as const;
