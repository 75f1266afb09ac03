/** Requests that the SDK can't make as the port promises: where they go, and what a refusal means. */
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';

/** Of a file, without a query. */
export function fileAddress({ app, options }: FirebaseContext, path: string): string {
  const { storage } = options.local ?? {};
  const origin = storage === undefined ? 'https://firebasestorage.googleapis.com' : `http://${storage}`;
  const bucket = encodeURIComponent(app.options.storageBucket ?? '');
  return `${origin}/v0/b/${bucket}/o/${encodeURIComponent(path)}`;
}

/** A `PortError` is final; anything else may pass. */
export async function storageRefusal(response: Response, path: string): Promise<unknown> {
  const cause = { status: response.status, text: await response.text() };
  const { status } = response;
  if (status === 404) return new PortError('storage/object-not-found', `There is no "${path}".`, { cause });
  if (status === 403)
    return new PortError('storage/unauthorized', `You may not do this with "${path}".`, { cause });
  if (status === 401) return new PortError('storage/unauthenticated', 'Sign in to use files.', { cause });
  if (status === 402)
    return new PortError('storage/quota-exceeded', 'The project’s quota is used up.', { cause });
  if (status === 408 || status === 429 || status >= 500) return new Error(`Status ${status}.`, { cause });
  return new PortError(status === 400 ? 'invalid-argument' : 'unknown', `Status ${status}.`, { cause });
}
