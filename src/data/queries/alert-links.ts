/** Which incident alerts belong to: linking several at once, and freeing them. */
import { useCallback } from 'react';
import { useCommand } from '../client/commands.ts';

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
  const { mutateAsync } = useCommand('linkAlert');
  return useCallback(
    async (alertIds, incidentId) => {
      const asked = alertIds.map(async (alertId): Promise<FailedLink[]> => {
        try {
          await mutateAsync({ alertId, incidentId });
          return [];
        } catch (error) {
          return [{ alertId, error }];
        }
      });
      return (await Promise.all(asked)).flat();
    },
    [mutateAsync],
  );
}
