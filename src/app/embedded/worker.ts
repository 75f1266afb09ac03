/** The shared worker of the demonstration. */
import { hostInSharedWorker } from '#adapters/embedded-browser/shared-worker.ts';
import { application } from './application.ts';

hostInSharedWorker(application);
