/** Fields and outputs that several commands share. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { idSchema, revisionSchema, wholeNumberSchema } from '#domain/base.ts';

/** Output of a command that changes one thing: its new revision. */
export interface RevisionOutput {
  readonly revision: number;
}

/** Given: refused with `conflict` unless this is still the revision. */
export const expectedRevision = v.exactOptional(revisionSchema);

/** Of an alert or a page. */
export const snoozeMinutesSchema = wholeNumberSchema(limits.snoozeMinutes.min, limits.snoozeMinutes.max);

/** Targets of a page: people by name, or a policy. */
export const pageTargetSchema = v.variant('kind', [
  v.object({
    kind: v.literal('people'),
    userIds: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(limits.targetsPerStep)),
  }),
  v.object({ kind: v.literal('policy'), policyId: idSchema }),
]);
