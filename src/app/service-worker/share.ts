/** Share target of the installed app: what another app shares is stored, and the form of a declaration opens with it. */
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { declareSharedAddress, shareAddress, storeShared } from '#src/data/client/shared-images.ts';

export function attachShares(scope: WorkerScope): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'POST' || origin !== scope.location.origin || pathname !== shareAddress) return;
    event.respondWith(share(request, origin));
  });
}

async function share(request: Request, origin: string): Promise<Response> {
  try {
    await storeShared(await request.formData());
  } catch (error) {
    // The form opens without it.
    console.warn('What was shared could not be stored.', error);
  }
  return Response.redirect(new URL(declareSharedAddress, origin).href, 303);
}
