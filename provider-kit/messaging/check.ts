/** Checks of what is sent to registrations and topics, the same for every provider. */
import { PortError } from '#ports/errors.ts';
import type { OutgoingPush } from '#ports/server/server.ts';

export const longestTimeToLiveSeconds = 2_419_200;
const largestMessage = 4096;
const topicShape = /^[A-Za-z0-9\-_.~%]{1,900}$/;

/** @throws PortError out-of-range for the time to live; invalid-argument for bad data and for more than 4,096 characters */
export function checkOutgoing({ notification, data = {}, timeToLiveSeconds = 0 }: OutgoingPush): void {
  if (
    !Number.isSafeInteger(timeToLiveSeconds) ||
    timeToLiveSeconds < 0 ||
    timeToLiveSeconds > longestTimeToLiveSeconds
  )
    throw new PortError(
      'out-of-range',
      `The time to live must be 0 to ${longestTimeToLiveSeconds} seconds; ${timeToLiveSeconds} was given.`,
    );
  for (const [key, value] of Object.entries(data))
    if (typeof value !== 'string') throw new PortError('invalid-argument', `data.${key} must be a text.`);
  if (JSON.stringify([notification, data]).length > largestMessage)
    throw new PortError('invalid-argument', `A message has up to ${largestMessage} characters.`);
}

/** @throws PortError invalid-argument */
export function checkTopic(topic: string): void {
  if (!topicShape.test(topic))
    throw new PortError('invalid-argument', `"${topic}" is no topic: 1 to 900 letters, digits and -_.~%`);
}
