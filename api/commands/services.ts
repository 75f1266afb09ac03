/** Services. */
import { idSchema } from '#domain/base.ts';
import { serviceFields } from '#domain/service/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const servicesCommands = {
  /** Makes a service, or changes it. `serviceId` is made by the caller. `dependsOn` may not lead back to it. */
  saveService: command<RevisionOutput>()({
    input: { serviceId: idSchema, ...serviceFields, expectedRevision },
    permission: { of: 'team', action: 'configure' },
    scope: 'serviceId',
    labels: { pending: 'Save a service', failed: 'The service was not saved' },
  }),

  /** Removes a service. References stay and are ignored; saving a service under the same id restores them. */
  removeService: command<RevisionOutput>()({
    input: { serviceId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'serviceId',
    labels: { pending: 'Remove a service', failed: 'The service was not removed' },
  }),
} as const;
