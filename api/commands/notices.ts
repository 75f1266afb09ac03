/** Personal notices. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

export const noticesCommands = {
  /** Marks the caller's own notices as seen, or takes that back. */
  seeNotices: command<RevisionOutput>()({
    input: {
      noticeIds: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(limits.noticesShown)),
      seen: v.boolean(),
    },
    permission: { of: 'team', action: 'read' },
    scope: null,
    labels: { pending: 'Mark notices as seen', failed: 'The notices were not marked' },
  }),
} as const;
