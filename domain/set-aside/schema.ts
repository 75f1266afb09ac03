/** A note that the server could not work with a document. The document itself stays as it is. */
import * as v from 'valibot';
import { epochMsSchema, entityFields, wholeNumberSchema } from '../base.ts';

export const setAsideSchema = v.object({
  ...entityFields,
  /** Path of the document. */
  path: v.string(),
  /** `unreadable`: does not fit its schema. `failing`: reads well, but what is due for it fails. */
  kind: v.picklist(['unreadable', 'failing']),
  /**
   * The field that does not fit; for a failing one the error's code, or `PATH: FIELD` of another document that it needs.
   * Nothing of what a document says.
   */
  reason: v.string(),
  attempts: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  lastAt: epochMsSchema,
  /** A failing document is left alone until then. An unreadable one is read whenever it is due. */
  tryAgainAt: epochMsSchema,
});
export type SetAside = v.InferInput<typeof setAsideSchema>;
