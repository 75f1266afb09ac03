/** The demonstration in a browser, which has workers. */
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { webWorkers } from '../web-workers.ts';
import { demoApplication } from './application.ts';

export function browserApplication(): EmbeddedApplication {
  const workers = webWorkers();
  return { ...demoApplication(), ...(workers && { workers }) };
}
