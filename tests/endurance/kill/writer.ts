/** Writer of every kind of write through one client, as fast as they are acknowledged, and reader of the stored ones. */
import { demoAccounts } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { documentPaths } from '#api/paths.ts';
import { seededRandom } from '#provider-kit/random.ts';
import type { Backend } from '#ports/backend.ts';
import { arrayUnion, increment } from '#ports/docs/values.ts';
import { isPortError } from '#ports/errors.ts';
import { type Acknowledged, documentsOfBatch, type Found, type Kind, kinds } from './protocol.ts';

/** Number of simultaneous writes. */
const lanes = 4;

interface Load {
  active: boolean;
}

export interface Writer {
  /** Writes until it is stopped. `own`: whether it makes writes to shared documents, whose order only one writer can know. */
  load(round: number, seed: string, own: boolean): void;
  /** Starts no more writes. */
  stop(): void;
  /** State of the cloud, once this client has no pending writes. */
  found(round: number, incidents: readonly string[]): Promise<Found>;
}

const place = (round: number) => `kill/${round}`;
const parts = Array.from({ length: documentsOfBatch }, (_, part) => part);

const incidentOf = (answer: unknown) => (answer as { readonly incidentId: string }).incidentId;

function needed<T>(extension: T | null): T {
  if (extension === null) throw new Error('The provider lacks what the writer needs.');
  return extension;
}

/**
 * Signs in. `acknowledged` is called in the turn in which the promise of a write resolved, with the round in which it was begun: an
 * upload goes on after a kill.
 */
export async function openWriter(
  {
    auth,
    docs,
    functions,
    realtime,
    storage,
  }: Pick<Backend, 'auth' | 'docs' | 'functions' | 'realtime' | 'storage'>,
  acknowledged: (write: Acknowledged, round: number) => void,
): Promise<Writer> {
  const transactions = needed(docs.transactions);
  const listing = needed(storage.listing);
  const content = needed(storage.content);
  /** Lanes of an earlier load end with it. */
  let present: Load = { active: false };

  async function signedIn(): Promise<void> {
    if (await auth.ready()) return;
    const [account] = demoAccounts;
    if (!account) throw new Error('The demonstration has people.');
    await auth.signIn(account.credential);
  }

  /** Writes by kind, named by `id`; each resolves when it is acknowledged. */
  const writes: Record<Kind, (round: number, id: string) => Promise<unknown>> = {
    document: (round, id) =>
      docs.write({ type: 'set', path: `${place(round)}/documents/${id}`, data: { text: id.repeat(20) } }),
    batch: (round, id) =>
      docs.batch(
        parts.map((part) => ({
          type: 'set',
          path: `${place(round)}/batches/${id}-${part}`,
          data: { batch: id },
        })),
      ),
    count: (round, id) =>
      docs.batch([
        { type: 'set', path: `${place(round)}/counts/${id}`, data: {} },
        { type: 'set', path: place(round), merge: true, data: { sum: increment(1), ids: arrayUnion(id) } },
      ]),
    file: (round, id) =>
      storage.upload(`${place(round)}/${id}`, new TextEncoder().encode(id.repeat(50))).done,
    value: (round, id) => realtime.set(`${place(round)}/${id}`, true),
    profile: (_, id) => auth.updateProfile({ displayName: id }),
    incident: (_, id) =>
      functions.call('declareIncident', {
        teamId: demoTeamId,
        commandId: id,
        title: `Killed ${id}`,
        severity: 'SEV4',
        serviceIds: [],
        private: false,
        alertId: null,
        page: [],
      }),
  };

  /** `own`: whether it makes writes to shared documents, whose order only one writer can know. */
  async function lane(load: Load, round: number, seed: string, own: boolean): Promise<void> {
    const random = seededRandom(seed);
    while (load.active) {
      const drawn = kinds[random.integer(random.integer(4) === 0 ? kinds.length : 3)] ?? 'document';
      const kind = drawn === 'profile' && !own ? 'document' : drawn;
      const id = kind === 'profile' ? String(++profiles) : random.id();
      try {
        const answer = await writes[kind](round, id);
        acknowledged({ kind, id: kind === 'incident' ? incidentOf(answer) : id }, round);
      } catch (error) {
        console.warn(`${kind}: ${String(error)}`);
      }
    }
  }

  async function found(round: number, incidents: readonly string[]): Promise<Found> {
    await docs.offline?.waitForPendingWrites();
    const all = async (name: string) =>
      (await docs.find({ collection: `${place(round)}/${name}` }, { source: 'server' })).docs;
    const [documents, batches, counts, whole] = await Promise.all([
      all('documents'),
      all('batches'),
      all('counts'),
      // A transaction reads the server's state without pending writes.
      transactions.run((own) => own.get(place(round))),
    ]);
    const byBatch: Record<string, number> = {};
    for (const { data } of batches) {
      const batch = String(data?.['batch']);
      byBatch[batch] = (byBatch[batch] ?? 0) + 1;
    }
    const values = (await realtime.get(place(round))).value;
    const declared = await Promise.all(
      // A missing incident is refused to those who may not read it.
      incidents.map((id) =>
        docs.get(documentPaths.incident(demoTeamId, id), { source: 'server' }).then(
          ({ data }) => (data ? [id] : []),
          (error: unknown) => {
            if (!isPortError(error, 'permission-denied')) throw error;
            return [];
          },
        ),
      ),
    );
    return {
      documents: documents.map(({ id }) => id),
      batches: byBatch,
      counts: counts.map(({ id }) => id),
      sum: Number(whole.data?.['sum'] ?? 0),
      summed: (whole.data?.['ids'] as readonly string[] | undefined)?.length ?? 0,
      files: await filesOf(place(round)),
      values: Object.keys(Object(values) as object),
      profile: Number((await auth.reload()).displayName ?? 0),
      incidents: declared.flat(),
    };
  }

  /** Readable files with the expected content. */
  async function filesOf(folder: string): Promise<readonly string[]> {
    const files: string[] = [];
    for (let pageToken: string | null = null; ;) {
      const page = await listing.list(folder, { ...(pageToken !== null && { pageToken }) });
      for (const path of page.objects) {
        const name = path.slice(folder.length + 1);
        if (new TextDecoder().decode(await content.read(path)) === name.repeat(50)) files.push(name);
      }
      pageToken = page.nextPageToken;
      if (pageToken === null) return files;
    }
  }

  await signedIn();
  let profiles = Number((await auth.reload()).displayName) || 0;
  return {
    load(round, seed, own) {
      present.active = false;
      const begun = (present = { active: true });
      for (let one = 0; one < lanes; one++) void lane(begun, round, `${seed}/${one}`, own);
    },
    stop: () => {
      present.active = false;
    },
    found,
  };
}
