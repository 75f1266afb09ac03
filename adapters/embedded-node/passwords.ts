/** How passwords are kept in a folder that outlasts the process. */
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordWork } from '#fakes/cloud/auth/password-work.ts';

const derive = promisify(pbkdf2);

/** OWASP's least for PBKDF2 with SHA-256: a quarter of a second beside this process's own thread. */
export const seriousPasswords: PasswordWork = {
  rounds: 600_000,
  derive: async (password, salt, rounds) =>
    (await derive(password, salt, rounds, 32, 'sha256')).toString('hex'),
};
