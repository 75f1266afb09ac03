/** One browser of one person, and whether it has proved that a page reaches it. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, optionalText } from '../base.ts';

export const device = v.object({
  ...base,
  userId: id,
  /** The push registration; null where push is refused or absent, so only the open screen can show a page. */
  registration: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096))),
  label: optionalText(limits.name),
  userAgent: optionalText(1_024),
  /** When it last proved that it showed a page or a drill. */
  lastShownAt: v.nullable(at),
  lastDrillAt: v.nullable(at),
  /** When somebody else registered this browser for themselves; null once its person has seen to it. */
  takenOverAt: v.exactOptional(v.nullable(at), null),
});
export type Device = v.InferInput<typeof device>;
