/**
 * The cap on pushes of pages to one person: which of them pass, whatever the order in which they are decided. All devices of a person
 * share one entry for each time that a page asks them.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema } from '../base.ts';
import { constants, minute } from '../constants.ts';

const passedPushSchema = v.object({
  pageId: idSchema,
  /** The time that the page asked its person. */
  askedAt: epochMsSchema,
  /** The time that the push was queued. */
  queuedAt: epochMsSchema,
});
export type PassedPush = v.InferInput<typeof passedPushSchema>;

/** `id`: the person's. */
export const pushWindowSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  revision: revisionSchema,
  /** The newest, at most as many as pass within the window. */
  passed: v.array(passedPushSchema),
});
export type PushWindow = v.InferInput<typeof pushWindowSchema>;

/** `known`: it has its entry already. `full`: it is over the cap, and stays so: entries go only when newer ones take their place. */
export type PushVerdict = 'known' | 'room' | 'full';

export function pushVerdict(passed: readonly PassedPush[], push: PassedPush): PushVerdict {
  if (passed.some(({ pageId, askedAt }) => pageId === push.pageId && askedAt === push.askedAt))
    return 'known';
  const since = push.queuedAt - constants.pushWindowMinutes * minute;
  const counted = passed.filter(({ queuedAt }) => queuedAt > since).length;
  return counted < constants.pushesPerPerson ? 'room' : 'full';
}

export const withPush = (passed: readonly PassedPush[], push: PassedPush): PassedPush[] =>
  [...passed, push]
    .toSorted((one, other) => other.queuedAt - one.queuedAt)
    .slice(0, constants.pushesPerPerson);
