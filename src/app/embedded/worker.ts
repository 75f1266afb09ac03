/** The shared worker of the demonstration. */
import { hostInSharedWorker } from '#adapters/embedded-browser/shared-worker.ts';
import { browserApplication } from './browser-application.ts';

hostInSharedWorker(browserApplication());
