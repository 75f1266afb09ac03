/** The service worker of the embedded provider: the demonstration's, and a shared cloud's. */
import { attachPushes } from '#adapters/browser/push-worker.ts';
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { attachFiles } from './files.ts';

const scope = self as unknown as WorkerScope;
attachFiles(scope);
attachPushes(scope);
