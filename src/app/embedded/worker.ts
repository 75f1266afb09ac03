/** The shared worker of the demonstration. */
import { hostInSharedWorker } from '#adapters/embedded-browser/shared-worker.ts';
import { webWorkers } from '../web-workers.ts';
import { demoApplication } from './application.ts';

const workers = webWorkers();

hostInSharedWorker({ ...demoApplication(), ...(workers && { workers }) });
