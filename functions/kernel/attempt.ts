import { isPortError } from '#ports/errors.ts';

/** False when the backend refused or failed; a mistake in the code still surfaces. */
export async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (isPortError(error)) return false;
    throw error;
  }
}
