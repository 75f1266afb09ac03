/** What a person is told about their devices. */
import { constants, day } from '../constants.ts';
import type { Device } from './schema.ts';

/** To the person of a device whose push registration somebody else has taken over. */
export const takenOverSentence = (of: Pick<Device, 'label'>): string =>
  `Notifications of ${of.label === '' ? 'one of your browsers' : of.label} now go to somebody else who signed in on it. ` +
  'Register again on it if it is yours.';

/** It has not shown a page or a drill for so long that nobody can count on it. */
export const isStale = ({ lastShownAt }: Pick<Device, 'lastShownAt'>, now: number): boolean =>
  lastShownAt === null || now - lastShownAt > constants.drillStaleDays * day;
