/** A mail whose outcome will be known later, in the task that looks at it. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';

export const sentMailSchema = v.object({
  teamId: idSchema,
  userId: idSchema,
  /** Digest of the address. */
  address: v.string(),
  receipt: v.string(),
  /** Of a page; null: of no page. */
  delivery: v.nullable(v.object({ pageId: idSchema, id: idSchema })),
  /** Invite that the mail belongs to; null: none. */
  inviteId: v.optional(v.nullable(idSchema), null),
  looks: v.number(),
});
export type SentMailTask = v.InferInput<typeof sentMailSchema>;
