/** Where the cloud lasts: one record a service in IndexedDB, written together. */
import { clear, createStore, getMany, setMany, type UseStore } from 'idb-keyval';
import { decodeMessage, encodeMessage } from '#fakes/cloud/codec.ts';
import type { CloudSnapshot } from '#fakes/cloud/cloud.ts';
import type { ServiceName } from '#ports/control.ts';

/** Raise it when what is kept can no longer be read; what an earlier version kept is then thrown away. */
const format = 4;

const services = [
  'auth',
  'docs',
  'realtime',
  'functions',
  'storage',
  'messaging',
  'config',
  'performance',
] as const satisfies readonly ServiceName[];

interface Head {
  readonly format: number;
  readonly snapshot: CloudSnapshot['version'];
  /** The cloud's time when it was written. */
  readonly at: number;
  readonly life: number;
  /** How far the cloud's clock had been moved ahead of the machine's. */
  readonly aheadMs: number;
}

interface Kept {
  readonly snapshot: CloudSnapshot;
  readonly aheadMs: number;
}

export type Found =
  | { readonly state: 'kept'; readonly kept: Kept }
  | { readonly state: 'nothing' }
  /** Of another version, or incomplete. */
  | { readonly state: 'unreadable' };

export interface Records {
  read(): Promise<Found>;
  /** The named services only; the head always. All or nothing. */
  write(snapshot: CloudSnapshot, changed: ReadonlySet<ServiceName>, aheadMs: number): Promise<void>;
  clear(): Promise<void>;
}

/** @throws when the browser refuses storage, at the first use */
export function indexedDbRecords(name = 'muster-cloud'): Records {
  let store: UseStore | null = null;
  const opened = () => (store ??= createStore(name, 'records'));
  return {
    async read() {
      const [head, ...kept] = await getMany<unknown>(['head', ...services], opened());
      if (head === undefined) return { state: 'nothing' };
      if (!isHead(head) || head.format !== format || kept.includes(undefined)) return { state: 'unreadable' };
      const data = Object.fromEntries(services.map((service, at) => [service, decodeMessage(kept[at])]));
      const snapshot = {
        version: head.snapshot,
        at: head.at,
        life: head.life,
        services: data as CloudSnapshot['services'],
      };
      return { state: 'kept', kept: { snapshot, aheadMs: head.aheadMs } };
    },
    async write(snapshot, changed, aheadMs) {
      const head: Head = {
        format,
        snapshot: snapshot.version,
        at: snapshot.at,
        life: snapshot.life,
        aheadMs,
      };
      const entries = [...changed].map((service): [string, unknown] => [
        service,
        // A service without anything to keep is told from a record that is missing.
        encodeMessage(snapshot.services[service] ?? null),
      ]);
      await setMany([['head', head], ...entries], opened());
    },
    clear: () => clear(opened()),
  };
}

export const allServices: ReadonlySet<ServiceName> = new Set(services);

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Partial<Head>;
  return (
    typeof head.format === 'number' &&
    typeof head.at === 'number' &&
    typeof head.life === 'number' &&
    typeof head.aheadMs === 'number'
  );
}
