/** The moment at which files of the next screen are fetched. */
import { firstInput } from './first-input.ts';
import { firstScreenIdle } from './first-screen-idle.ts';
import { savesData } from './saves-data.ts';

/**
 * Resolves at the first input, or once the first screen is rendered and the browser is idle: a tap on a phone is the first input, and
 * does not wait for files then. For a person who saves data: at the first input only.
 */
export const nextScreenTime = (): Promise<void> =>
  savesData() ? firstInput() : Promise.race([firstInput(), firstScreenIdle()]);
