/** Commands that link several alerts to an incident at once, or unlink them. */
import { useCallback } from 'react';
import { useCommandBatch } from '../client/command-batch.ts';

export interface FailedLink {
  readonly alertId: string;
  readonly error: unknown;
}

/** Links alerts to an incident; null unlinks them. Resolves with the failed alerts; pending while offline. */
export type LinkAlerts = (
  alertIds: readonly string[],
  incidentId: string | null,
) => Promise<readonly FailedLink[]>;

export function useLinkAlerts(): LinkAlerts {
  const link = useCommandBatch('linkAlert');
  return useCallback(
    async (alertIds, incidentId) => {
      const failed = await link(alertIds.map((alertId) => ({ alertId, incidentId })));
      return failed.map(({ input, error }) => ({ alertId: input.alertId, error }));
    },
    [link],
  );
}
