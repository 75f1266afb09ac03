/** `POST /api/v1/members/lookup`: members of the team by their mail addresses, which a request's address would leave in logs. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';

/** Addresses of one request. */
const mostEmails = 100;

export const memberLookupInput = v.strictObject({
  emails: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(limits.mailAddress))),
    v.maxLength(mostEmails, `Look up at most ${mostEmails} addresses at once.`),
  ),
});

export const memberLookupOutput = v.object({
  /** Members among the requested addresses; other addresses are left out. */
  items: v.array(
    v.object({
      /** In lower case. */
      email: v.string(),
      userId: idSchema,
      displayName: memberSchema.entries.displayName,
    }),
  ),
});
