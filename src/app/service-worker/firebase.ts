/** The service worker of an installation on Firebase. */
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { attachPushes } from '#adapters/firebase/messaging/service-worker.ts';
import { attachFiles } from './files.ts';

const scope = self as unknown as WorkerScope;
attachFiles(scope);
attachPushes(scope);
