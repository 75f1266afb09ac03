/** Requests to a backend whose errors without a code are reported: they are faults of the backend, and are retried or shown as `internal`. */
import { PortError } from '#ports/errors.ts';
import type { HintingBackend } from './hinting-backend.ts';

export function reportedRequests(backend: HintingBackend, report: (error: unknown) => void): HintingBackend {
  const request = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PortError)) report(error);
      throw error;
    }
  };
  return {
    ...backend,
    get: (path) => request(() => backend.get(path)),
    find: (query) => request(() => backend.find(query)),
    commit: (commit, signal) => request(() => backend.commit(commit, signal)),
    landed: (queue, after) => request(() => backend.landed(queue, after)),
  };
}
