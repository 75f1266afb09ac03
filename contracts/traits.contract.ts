/**
 * Methods of every port in adverse states: nobody signed in, no network, client disposed. The tables list how each method ends
 * there; the compiler finds missing ones.
 */
import { expect } from 'vitest';
import { can } from '#ports/capabilities.ts';
import { contract, type Provider, type Scene } from './harness.ts';
import { authTable } from './traits/auth.ts';
import { docsTable, realtimeTable, storageTable } from './traits/data.ts';
import {
  configTable,
  controlTable,
  functionsTable,
  messagingTable,
  performanceTable,
} from './traits/rest.ts';
import { beginCall, endingOf, type MethodRow } from './traits/table.ts';

const tables = {
  auth: authTable,
  docs: docsTable,
  realtime: realtimeTable,
  storage: storageTable,
  functions: functionsTable,
  messaging: messagingTable,
  config: configTable,
  performance: performanceTable,
  control: controlTable,
};

const functions = { callables: { echo: (input: unknown) => Promise.resolve(input) } };
const gone = 'failed-precondition';

/** `only`: of this port alone, where a stage has no other. */
export function traitsContract(provider: Provider, only?: keyof typeof tables): void {
  for (const [port, table] of Object.entries(tables)) {
    if (only !== undefined && port !== only) continue;
    const rows = Object.entries(table).filter(
      (entry): entry is [string, MethodRow] =>
        typeof entry[1] !== 'string' && entry[1].needs.every((need) => can(provider.manifest, need)),
    );
    if (port === 'control' && !can(provider.manifest, 'control')) continue;

    /** Calls every method in a scene of its own; returns those that end otherwise than listed. */
    const each = async (
      ended: (row: MethodRow) => Promise<string>,
      wanted: (row: MethodRow) => string | readonly string[],
    ) => {
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const [name, row] of rows) {
        const ending = await ended(row);
        const allowed = [wanted(row)].flat();
        found[name] = ending;
        expected[name] = allowed.includes(ending) ? ending : allowed.join(' or ');
      }
      expect(found).toEqual(expected);
    };
    const answersOr = (row: MethodRow, otherwise: readonly string[]) =>
      row.offline === 'answers' ? 'answers' : otherwise;
    const somebody = (scene: Scene) => scene.member();

    contract(
      `${port} · traits`,
      provider,
      (scenario) => {
        scenario('offline, every method behaves as its traits declare', (scene) =>
          each(
            async (row) => {
              const client = await somebody(scene);
              await scene.setNetwork(client, false);
              return endingOf(scene, () => row.call(client));
            },
            ({ offline }) => offline,
          ),
        );

        scenario('pending work completes on reconnect', (scene) =>
          each(
            async (row) => {
              if (row.offline !== 'waits') return 'resolves';
              const client = await somebody(scene);
              if (port === 'storage') await client.storage.upload('a', Uint8Array.of(1)).done;
              await scene.setNetwork(client, false);
              const ending = beginCall(() => row.call(client));
              await scene.settle();
              await scene.setNetwork(client, true);
              await scene.advance(5000);
              return ending();
            },
            () => 'resolves',
          ),
        );

        scenario(
          'signed out, every method behaves as its traits declare',
          { needs: port === 'storage' ? ['storage.rules'] : [] },
          (scene) =>
            each(
              async (row) => {
                const client = await scene.connect();
                return endingOf(scene, () => row.call(client));
              },
              ({ signedOut }) => signedOut,
            ),
        );

        scenario(
          'after disposal, every method rejects with failed-precondition or answers as before',
          (scene) =>
            each(
              async (row) => {
                const client = await somebody(scene);
                await client.dispose();
                return endingOf(scene, () => row.call(client));
              },
              (row) => answersOr(row, [gone]),
            ),
        );

        scenario('methods called during disposal or offline behave as after disposal', (scene) =>
          each(
            async (row) => {
              const client = await somebody(scene);
              await scene.setNetwork(client, false);
              const disposing = client.dispose();
              const ending = await endingOf(scene, () => row.call(client));
              await disposing;
              return ending;
            },
            (row) => answersOr(row, [gone]),
          ),
        );

        scenario('a call in progress at disposal completes or rejects with failed-precondition', (scene) =>
          each(
            async (row) => {
              const client = await somebody(scene);
              if (row.offline === 'waits') await scene.setNetwork(client, false);
              const ending = beginCall(() => row.call(client));
              if (row.offline === 'waits') await scene.settle();
              await client.dispose();
              await scene.settle();
              return scene.openSubscriptions(client) === 0 ? ending() : 'left something open';
            },
            (row) =>
              answersOr(
                row,
                row.offline === 'waits' ? [gone] : [gone, 'resolves', ...[row.signedOut].flat()],
              ),
          ),
        );
      },
      functions,
    );
  }
}
