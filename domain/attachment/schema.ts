/** The record of a file in an incident. The browser writes it when the upload has ended. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { entityFields, idSchema, textSchema, wholeNumberSchema } from '../base.ts';

export const attachmentSchema = v.object({
  ...entityFields,
  incidentId: idSchema,
  name: textSchema(limits.fileName),
  /** The media type, such as `image/png`. */
  type: v.pipe(v.string(), v.maxLength(255)),
  /** Size in bytes. */
  size: v.pipe(
    wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
    v.maxValue(limits.fileBytes, 'A file is at most 25 MB. Share a link to it instead.'),
  ),
  /** Path in storage. */
  path: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
});
export type Attachment = v.InferInput<typeof attachmentSchema>;
