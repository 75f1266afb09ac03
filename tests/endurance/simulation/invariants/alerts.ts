/** At most one unresolved alert for each sender and dedup key, and no accepted signal is lost. */
import type { Alert } from '#domain/alert/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { teamId } from '../team.ts';
import type { Invariant } from './invariant.ts';

/** Not those of its history. */
const alertPath = new RegExp(`^${collectionPaths.alerts(teamId)}/[^/]+$`, 'u');
const keyOf = ({ integrationId, dedupKey }: Pick<Alert, 'integrationId' | 'dedupKey'>) =>
  `${integrationId} ${dedupKey}`;

export const checkAlerts: Invariant = (world) => {
  const open = new Map<string, Set<string>>();
  let heard = 0;
  world.ledger.listen({
    committed({ writes }) {
      for (const [path, entity] of writes) {
        if (!alertPath.test(path) || entity === null) continue;
        const alert = entity as unknown as Alert;
        const ids = open.get(keyOf(alert)) ?? new Set();
        open.set(keyOf(alert), ids);
        if (alert.status === 'resolved') ids.delete(alert.id);
        else ids.add(alert.id);
        if (ids.size > 1) world.wrong(`${keyOf(alert)} has ${ids.size} alerts that are not over.`);
      }
    },
  });
  return {
    step() {
      for (const { sender, key, signal, sentAt } of world.machines.taken.slice(heard)) {
        if (signal !== 'trigger') continue;
        const pointer = world.ledger.documents.get(serverPaths.alertKey(teamId, sender.id, key));
        const alertId = String(pointer?.['alertId']);
        const alert = world.ledger.documents.get(documentPaths.alert(teamId, alertId)) as Alert | undefined;
        if (!alert) world.wrong(`${sender.id} was told that ${key} was taken, and there is no alert.`);
        else if (alert.lastAt < sentAt)
          world.wrong(`The alert of ${sender.id} ${key} has not heard of the last trigger.`);
      }
      heard = world.machines.taken.length;
    },
    end() {
      if (world.machines.busy) world.wrong('A machine still tries to be heard.');
      const late = world.alerts.find(
        ({ suppressedUntilAt }) => (suppressedUntilAt ?? Infinity) < world.now - 61_000,
      );
      if (late) world.wrong(`The alert ${late.dedupKey} sleeps longer than it should.`);
    },
  };
};
