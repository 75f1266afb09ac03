/** The service worker of an installation on Firebase. */
import type { WorkerScope } from '#adapters/browser/worker-scope.ts';
import { attachFirebasePushes } from '#adapters/firebase/messaging/service-worker.ts';
import { attachFiles } from './files.ts';

const scope = self as unknown as WorkerScope;
attachFiles(scope);
attachFirebasePushes(scope);
