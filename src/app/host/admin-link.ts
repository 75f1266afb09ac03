/** Sign-in link for an administrator. */
import type { PostgresHost } from '#adapters/postgres/host/postgres-host.ts';

/** A link by which the address is signed in, once. */
export const adminLink = (host: PostgresHost, origin: string, email: string): Promise<string> =>
  host.auth.signInLink(email, `${origin}/signin`);
