/** A checklist for incidents of some severities and services. */
import * as v from 'valibot';
import { entityFields, idSchema, textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { severitySchema } from '../incident/schema.ts';

/** Fields of a runbook that an admin enters. */
export const runbookFields = {
  name: textSchema(limits.name),
  /** Empty: of every severity. */
  severities: v.pipe(v.array(severitySchema), v.maxLength(5)),
  /** Empty: of every service. */
  serviceIds: v.pipe(v.array(idSchema), v.maxLength(50)),
  /** Steps in order. A step keeps its id when others are changed. */
  steps: v.pipe(
    v.array(v.object({ id: idSchema, text: textSchema(limits.taskText) })),
    v.minLength(1, 'Write at least one step.'),
    v.maxLength(50, 'A runbook has at most 50 steps.'),
  ),
};

export const runbookSchema = v.object({ ...entityFields, ...runbookFields });
export type Runbook = v.InferInput<typeof runbookSchema>;
