/** Something to do in an incident. A plain document that the browser writes itself. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, text } from '../base.ts';

export const task = v.object({
  ...base,
  incidentId: id,
  text: text(limits.taskText),
  assignee: v.nullable(id),
  done: v.boolean(),
  doneAt: v.nullable(at),
  doneBy: v.nullable(id),
});
export type Task = v.InferInput<typeof task>;
