/** Maintenance windows. */
import { idSchema } from '#domain/base.ts';
import { maintenanceFields } from '#domain/maintenance/schema.ts';
import { spanBounds } from '#domain/span.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const maintenanceCommands = {
  /** Plans a window, or changes it. `maintenanceId` is made by the caller. A running one keeps its beginning. */
  saveMaintenance: command<RevisionOutput>()({
    input: { maintenanceId: idSchema, ...maintenanceFields, expectedRevision },
    span: spanBounds.maintenance,
    permission: { of: 'team', action: 'configure' },
    scope: 'maintenanceId',
    expires: true,
    labels: { pending: 'Save a maintenance window', failed: 'The maintenance window was not saved' },
  }),

  /** Ends the window for good, with the future times of a recurring one. Alerts that still fire then are paged for. */
  endMaintenance: command<RevisionOutput>()({
    input: { maintenanceId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'maintenanceId',
    expires: true,
    labels: { pending: 'End maintenance', failed: 'The maintenance was not ended' },
  }),
} as const;
