/** Inputs of an alert's rehearsal: services, policies, maintenance windows and on-call holders. */
import type { AlertSetup } from '#domain/policy/alert-rehearsal.ts';
import { useServices } from './alerts.ts';
import { useMaintenance } from './maintenance.ts';
import { usePolicies, useRoster } from './on-call.ts';

type Setup = Omit<AlertSetup, 'incident'>;

/** Null while it is loading. */
export function useAlertSetup(at: number): Setup | 'failed' | null {
  const services = useServices();
  const policies = usePolicies();
  const windows = useMaintenance();
  const roster = useRoster(at);
  if (services.error ?? policies.error ?? windows.error) return 'failed';
  if (!services.data || !policies.data || !windows.data || roster === null) return null;
  return {
    services: services.data.items.map(({ value }) => value),
    policies: policies.data.items.map(({ value }) => value),
    windows: windows.data.items.map(({ value }) => value),
    roster,
  };
}
