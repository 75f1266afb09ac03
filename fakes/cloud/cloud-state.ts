/** Persistent state of all services of a cloud: snapshots of it, and the storage of its changes. */
import type { ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { Journal, type Keep, type KeptHead } from './journal.ts';
import type { LifeIds } from './life-ids.ts';
import type { CloudService } from './service.ts';
import { type CloudServices, serviceOf } from './services.ts';
import type { CloudSnapshot, KeptCloud, SetAsideRecord } from './snapshot.ts';

export interface CloudState {
  readonly journal: Journal;
  /** Names of the services of this cloud. */
  names(): readonly ServiceName[];
  /** `stateOf`: state of one service. */
  snapshot(stateOf: (service: CloudService) => unknown): CloudSnapshot;
  /** Replaces everything. @throws PortError invalid-argument when a service can't read it: everything is as it was then */
  restore(snapshot: CloudSnapshot): void;
  /**
   * Stores every change by `keep` from now on. The records of `found` replace everything; with `null`, the present state is stored
   * first.
   * @returns records that could not be read
   */
  keepWith(keep: Keep, found: KeptCloud | null): readonly SetAsideRecord[];
  /** Notes a change of a service; `keys`: of the changed records. */
  changed(service: ServiceName, keys: () => Iterable<string>): void;
  /** Calls `next` at every change of a service's state. */
  onChange(next: (service: ServiceName) => void): Unsubscribe;
  /** Ends the calls of `onChange`. */
  dispose(): void;
}

/** `dropClients`: disconnects the clients, which find the new state when they come back. */
export function cloudState(
  clock: Clock,
  ids: LifeIds,
  services: () => CloudServices,
  dropClients: () => void,
): CloudState {
  const watchers = new Set<(service: ServiceName) => void>();
  const head = (): KeptHead => ({ version: 1, at: clock.now(), life: ids.life() });
  const journal = new Journal({ head, records: (service) => serviceOf(services(), service).records });
  const names = () => Object.keys(services()) as ServiceName[];
  const announce = (service: ServiceName) => {
    for (const watcher of [...watchers]) watcher(service);
  };
  const snapshot: CloudState['snapshot'] = (stateOf) => ({
    ...head(),
    services: Object.fromEntries(
      Object.values(services()).map((service) => [service.name, stateOf(service)]),
    ),
  });
  const restoreServices = ({ services: states }: CloudSnapshot) => {
    for (const service of Object.values(services())) service.restore(states[service.name]);
  };
  const restoreRecords = ({ head, records, unreadable = [] }: KeptCloud): readonly SetAsideRecord[] => {
    const aside = names().flatMap((service) =>
      serviceOf(services(), service)
        .records.restore(records[service])
        .map((record) => ({ service, ...record })),
    );
    ids.nextLife(head.life);
    dropClients();
    return [...unreadable, ...aside];
  };
  return {
    journal,
    names,
    snapshot,
    restore(next) {
      const before = snapshot((service) => service.snapshot());
      try {
        restoreServices(next);
      } catch (cause) {
        restoreServices(before);
        dropClients();
        throw new PortError('invalid-argument', 'This snapshot can’t be restored.', { cause });
      }
      ids.nextLife(next.life);
      for (const name of names()) {
        journal.replaced(name);
        announce(name);
      }
      dropClients();
    },
    keepWith(keep, found) {
      journal.open(keep);
      const aside = found ? restoreRecords(found) : [];
      if (!found) journal.keepAll(names());
      journal.setAside(aside);
      // A life that is not kept would come again, with the same ids.
      if (ids.life() > 0) journal.touch();
      return aside;
    },
    changed(service, keys) {
      journal.changed(service, keys);
      announce(service);
    },
    onChange(next) {
      watchers.add(next);
      return () => watchers.delete(next);
    },
    dispose: () => watchers.clear(),
  };
}
