/** Runbooks. */
import { idSchema } from '#domain/base.ts';
import { runbookFields } from '#domain/runbook/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const runbooksCommands = {
  /** Makes a runbook, or changes it. `runbookId` is made by the caller, as are the ids of new steps. */
  saveRunbook: command<RevisionOutput>()({
    input: { runbookId: idSchema, ...runbookFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'runbookId',
    labels: { pending: 'Save a runbook', failed: 'The runbook was not saved' },
  }),

  removeRunbook: command<RevisionOutput>()({
    input: { runbookId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'runbookId',
    labels: { pending: 'Remove a runbook', failed: 'The runbook was not removed' },
  }),
} as const;
