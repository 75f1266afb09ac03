/** Something to do in an incident. A plain document that the browser writes itself. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { epochMsSchema, entityFields, idSchema, textSchema } from '../base.ts';

export const taskSchema = v.object({
  ...entityFields,
  incidentId: idSchema,
  text: textSchema(limits.taskText),
  assignee: v.nullable(idSchema),
  done: v.boolean(),
  doneAt: v.nullable(epochMsSchema),
  doneBy: v.nullable(idSchema),
});
export type Task = v.InferInput<typeof taskSchema>;
