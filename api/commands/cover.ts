/** Requests for cover of a shift. */
import { epochMsSchema, idSchema } from '#domain/base.ts';
import { askedPeopleSchema, coverNoteSchema } from '#domain/cover/schema.ts';
import { coverAction } from '#domain/cover/asked.ts';
import { spanBounds } from '#domain/span.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

export const coverCommands = {
  /** Asks for cover of a shift or a part of it: one’s own, or as an admin somebody else’s. `asked` null: all responders. */
  requestCover: command<RevisionOutput>()({
    input: {
      requestId: idSchema,
      scheduleId: idSchema,
      userId: idSchema,
      startsAt: epochMsSchema,
      endsAt: epochMsSchema,
      asked: askedPeopleSchema,
      note: coverNoteSchema,
    },
    span: spanBounds.cover,
    permission: { of: 'team', action: 'ownOverride', exact: ({ userId }, by) => coverAction(userId, by) },
    scope: 'requestId',
    labels: { pending: 'Ask for cover', failed: 'Cover was not asked for' },
  }),

  /** The first one to accept is on call in the other’s place. Admins may choose who. */
  takeCover: command<RevisionOutput>()({
    input: { requestId: idSchema, userId: idSchema },
    permission: {
      of: 'coverRequest',
      action: 'ownOverride',
      exact: (_, input: { readonly userId: string }, by) => coverAction(input.userId, by),
    },
    scope: 'requestId',
    labels: { pending: 'Take a shift', failed: 'The shift was not taken' },
  }),

  /** Before it begins: the request is open again. */
  releaseCover: command<RevisionOutput>()({
    input: { requestId: idSchema },
    permission: {
      of: 'coverRequest',
      action: 'ownOverride',
      exact: ({ takerId }, _, by) => coverAction(takerId, by),
    },
    scope: 'requestId',
    labels: { pending: 'Give a shift back', failed: 'The shift was not given back' },
  }),

  /** For a request that nobody has taken. */
  cancelCover: command<RevisionOutput>()({
    input: { requestId: idSchema },
    permission: {
      of: 'coverRequest',
      action: 'ownOverride',
      exact: ({ userId }, _, by) => coverAction(userId, by),
    },
    scope: 'requestId',
    labels: { pending: 'Cancel a request for cover', failed: 'The request for cover was not cancelled' },
  }),
} as const;
