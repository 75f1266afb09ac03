/** Removing: the SDK tries again after a lost answer, and takes what is gone by then for a file that never was. */
import type { FirebaseContext } from '../context.ts';
import { requestHeaders } from '../tokens.ts';
import { patiently } from './patience.ts';
import { fileAddress, storageRefusal } from './requests.ts';

/** @throws as `Storage.remove` */
export function removeObject(context: FirebaseContext, path: string, signal: AbortSignal): Promise<void> {
  let mayBeDone = false;
  return patiently(context.settings.operationRetryMs, signal, async () => {
    const headers = await requestHeaders(context, 'Firebase');
    const wasTried = mayBeDone;
    mayBeDone = true;
    const response = await fetch(fileAddress(context, path), { method: 'DELETE', signal, headers });
    if (response.ok || (response.status === 404 && wasTried)) return;
    throw await storageRefusal(response, path);
  });
}
