/** Push services that the team's pages can't be sent to, for admins. */
import type { PushOutage } from '#domain/push-outage/schema.ts';
import { pushOutagesSchema } from '#domain/push-outage/schema.ts';
import { currentOutages } from '#domain/push-outage/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { useServerNow } from '../client/server-now.ts';
import { useDocument } from '../client/documents.ts';
import { useMay, useTeam } from './team.tsx';

/** The oldest first. Nothing is read without the permission `configure`. */
export function usePushOutages(): readonly PushOutage[] {
  const { team } = useTeam();
  const now = useServerNow(60_000);
  const path = useMay()('configure').allowed ? documentPaths.pushOutages(team.id, team.id) : null;
  const { data } = useDocument(path, pushOutagesSchema);
  return currentOutages(data?.value ?? null, now);
}
