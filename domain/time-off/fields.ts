/** Fields of time off, and their permission. The catalogue of commands needs no more of it. */
import * as v from 'valibot';
import { epochMsSchema, idSchema, timezoneSchema } from '../base.ts';
import type { Action } from '../permissions.ts';

export const timeOffFields = {
  userId: idSchema,
  startsAt: epochMsSchema,
  endsAt: epochMsSchema,
  /** Zone of whole days; null: from a time to a time. */
  allDayIn: v.nullable(timezoneSchema),
};

/** Members write their own; admins write that of others. */
export const timeOffAction = ({ userId }: { readonly userId: string }, by: string): Action =>
  userId === by ? 'ownTimeOff' : 'configure';
