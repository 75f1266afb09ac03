/** Requests to a backend whose errors without a code are reported: they are faults of the backend, and are retried or shown as `internal`. */
import { PortError } from '#ports/errors.ts';
import { aroundRequests, type HintingBackend } from './hinting-backend.ts';

export const reportedRequests = (backend: HintingBackend, report: (error: unknown) => void): HintingBackend =>
  aroundRequests(backend, async (_operation, run) => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PortError)) report(error);
      throw error;
    }
  });
