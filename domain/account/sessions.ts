/** End of all sessions of a person: what was proved before it counts for nothing. */
import { domainError, type DomainError } from '../errors.ts';

/** Documents with the end of sessions: the profile, and each member of the person. */
export interface SessionBound {
  /** Tokens that were proved before it are refused; null: none. */
  readonly sessionsEndedAt?: number | null;
}

/** Tokens tell the time of their proof in whole seconds, so the end is a whole second, too. */
export const endOfSessions = (now: number): number => Math.floor(now / 1000) * 1000;

/** `provedAt`: when the person last proved who they are; null: unknown, which counts as before every end. */
export const isEnded = ({ sessionsEndedAt = null }: SessionBound, provedAt: number | null): boolean =>
  sessionsEndedAt !== null && (provedAt === null || provedAt < sessionsEndedAt);

/** Answer to a call of a session that was ended. */
export const endedSession = (): DomainError =>
  domainError('unauthenticated', {}, 'This session was ended. Sign in again.');
