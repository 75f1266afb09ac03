import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '#domain/base.ts';

/** As much of a due document as starts its work, which reads it whole. */
export const dueSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  dueAt: epochMsSchema,
  revision: revisionSchema,
});
