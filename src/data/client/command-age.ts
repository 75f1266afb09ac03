/** Age of a command, by the clock of the browser that gave it, and the error of one that expired here. */
import { encodeError } from '#api/error-encoding.ts';
import { constants, minute } from '#domain/constants.ts';
import { domainError } from '#domain/errors.ts';
import { PortError } from '#ports/errors.ts';

interface GivenCommand {
  /** Epoch milliseconds of this browser. */
  readonly givenAt: number;
  /** Whether it is refused once it is too old. */
  readonly expires: boolean;
}

/** Milliseconds. A clock that was set back by more than a minute says nothing: the command counts as too old. */
export function ageOf({ givenAt }: Pick<GivenCommand, 'givenAt'>, now: number): number {
  const passed = now - givenAt;
  return passed >= -minute ? Math.max(0, passed) : Number.MAX_SAFE_INTEGER;
}

export const hasExpired = (command: GivenCommand, now: number): boolean =>
  command.expires && ageOf(command, now) > constants.commandExpiryMinutes * minute;

/** The time at which a command was given, such as `22:04`; of another day `24 Nov, 22:04`. */
export function givenTime({ givenAt }: Pick<GivenCommand, 'givenAt'>, now: number): string {
  const isToday = new Date(givenAt).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat('en-GB', {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(givenAt);
}

/** An earlier attempt may have been carried out and lost its answer. */
export function expiredError(command: Pick<GivenCommand, 'givenAt'>, now: number): PortError {
  const sentence = `You gave it at ${givenTime(command, now)}, and the server did not confirm it within ${constants.commandExpiryMinutes} minutes. Look at what is new before you give it again.`;
  const error = domainError('expired', {}, sentence);
  return new PortError('failed-precondition', sentence, { details: encodeError(error) });
}
