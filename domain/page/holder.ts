/** Holders of a page: the members who acknowledged, or the recipients without an answer. */
import type { Page } from './schema.ts';

type Held = Pick<Page, 'status' | 'acknowledgements'>;

export function isHeldBy(
  { status, acknowledgements, waitingFor }: Held & Pick<Page, 'waitingFor'>,
  userId: string,
): boolean {
  const hasAnswered = acknowledgements.some((one) => one.userId === userId);
  if (status === 'acknowledged') return hasAnswered;
  return status === 'notifying' && !hasAnswered && waitingFor.includes(userId);
}

/** Members who have acknowledged the page, the first one first; none while it asks. */
export const acknowledgersOf = ({ status, acknowledgements }: Held): readonly string[] =>
  status === 'acknowledged' ? acknowledgements.map(({ userId }) => userId) : [];
