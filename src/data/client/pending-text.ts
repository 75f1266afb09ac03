/** Labels of a pending command, by its state. */
import type { PendingState } from './commands.ts';

const texts: Readonly<Record<Exclude<PendingState, 'sending'>, string>> = {
  retrying: 'No answer yet, trying again…',
  waiting: 'Waits for the change before it',
  offline: 'Queued until you are online',
};

/** `sending`: the text of the first attempt, such as “Acknowledging…”. */
export const pendingText = (state: PendingState, sending: string): string =>
  state === 'sending' ? sending : texts[state];
