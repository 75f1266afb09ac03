import { useState } from 'react';
import { isPortError } from '#ports/errors.ts';
import { domainErrorFrom, explain } from '#src/data/client/errors.ts';
import { useToasts } from '#src/ui/toasts.tsx';

/** Runs one piece of work at a time, says which, and says when it failed. */
export function useWork() {
  const [busy, setBusy] = useState<string | null>(null);
  const toasts = useToasts();
  return {
    busy,
    toasts,
    async run(name: string, work: () => Promise<unknown>): Promise<void> {
      setBusy(name);
      try {
        await work();
      } catch (error) {
        // What the operator's own control refuses, it words itself.
        const own = isPortError(error, 'invalid-argument') && domainErrorFrom(error) === null;
        toasts.error('That did not work', own ? error.message : explain(error));
      } finally {
        setBusy(null);
      }
    },
  };
}
