/** A service as its form has it. */
import * as v from 'valibot';
import { optionalTextSchema, textSchema, timezoneSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { weeklyWindowSchema } from '#domain/schedule/schema.ts';
import { defaultJoining, joiningSchema, type Service } from '#domain/service/schema.ts';
import type { CommandFields } from '#src/data/client/commands.ts';

export const serviceFormSchema = v.object({
  name: textSchema(limits.name),
  description: optionalTextSchema(limits.description),
  /** Empty: nobody is paged. */
  policyId: v.string(),
  /** Empty: the same. */
  lowPolicyId: v.string(),
  /** Empty: nobody. */
  ownerId: v.string(),
  dependsOn: v.pipe(
    v.array(v.string()),
    v.maxLength(limits.dependencies, `Choose at most ${limits.dependencies} services.`),
  ),
  /** Null: each alert pages by itself. */
  joining: v.nullable(joiningSchema),
  /** Null: around the clock. */
  supportHours: v.nullable(
    v.object({
      timezone: timezoneSchema,
      windows: v.pipe(
        v.array(v.object({ ...weeklyWindowSchema.entries, weekdays: v.array(v.number()) })),
        v.minLength(1, 'Add the hours, or choose “Around the clock”.'),
        v.check(
          (windows) => windows.every(({ weekdays }) => weekdays.length > 0),
          'Choose at least one day in each line.',
        ),
      ),
    }),
  ),
});
export type ServiceValues = v.InferInput<typeof serviceFormSchema>;

/** Null: a new one. */
export const serviceValuesOf = (service: Service | null): ServiceValues => ({
  name: service?.name ?? '',
  description: service?.description ?? '',
  policyId: service?.policyId ?? '',
  lowPolicyId: service?.lowPolicyId ?? '',
  ownerId: service?.ownerId ?? '',
  dependsOn: [...(service?.dependsOn ?? [])],
  supportHours: service?.supportHours ?? null,
  joining: service?.joining === undefined ? defaultJoining : service.joining,
});

/** The fields of the command. */
export const serviceInputOf = ({
  policyId,
  lowPolicyId,
  ownerId,
  ...said
}: ServiceValues): Omit<CommandFields<'saveService'>, 'serviceId'> => ({
  ...said,
  policyId: policyId === '' ? null : policyId,
  lowPolicyId: lowPolicyId === '' ? null : lowPolicyId,
  ownerId: ownerId === '' ? null : ownerId,
});
