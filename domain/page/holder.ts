/** Who has a page: whoever acknowledged it, or is asked by it and has not answered. */
import type { Page } from './schema.ts';

export function isHeldBy(
  { status, acknowledgements, waitingFor }: Pick<Page, 'status' | 'acknowledgements' | 'waitingFor'>,
  userId: string,
): boolean {
  const hasAnswered = acknowledgements.some((one) => one.userId === userId);
  if (status === 'acknowledged') return hasAnswered;
  return status === 'notifying' && !hasAnswered && waitingFor.includes(userId);
}
