/** Accounts with the server's authority: the production provider's, on the local part. */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { createServerUsers } from '#adapters/firebase-admin/users.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { projectId } from './parts.ts';

export function serverUsers(host: string): { readonly users: ServerUsers; close(): Promise<void> } {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = host;
  const app = initializeApp({ projectId }, 'server');
  return { users: createServerUsers(app), close: () => deleteApp(app) };
}
