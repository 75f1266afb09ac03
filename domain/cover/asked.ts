/** Recipients of a request for cover, and the permission to make it. */
import type { Action } from '../permissions.ts';
import { overrideAction } from '../schedule/overrides.ts';
import type { CoverRequest } from './schema.ts';

/** Members ask for cover of their own shifts and take those of others; admins arrange it for other members. */
export const coverAction = (userId: string | null, by: string): Action =>
  overrideAction({ userId: userId ?? '' }, by);

export const isOpen = ({ status }: Pick<CoverRequest, 'status'>): boolean => status === 'open';

/** Whether the request asks somebody, by name or with all others. Their role decides whether they may take it. */
export const asks = ({ userId, asked }: Pick<CoverRequest, 'userId' | 'asked'>, who: string): boolean =>
  who !== userId && (asked === null || asked.includes(who));
