/** Holders of a page: the members who acknowledged, or the recipients without an answer. */
import type { Page } from './schema.ts';

export function isHeldBy(
  { status, acknowledgements, waitingFor }: Pick<Page, 'status' | 'acknowledgements' | 'waitingFor'>,
  userId: string,
): boolean {
  const hasAnswered = acknowledgements.some((one) => one.userId === userId);
  if (status === 'acknowledged') return hasAnswered;
  return status === 'notifying' && !hasAnswered && waitingFor.includes(userId);
}
