/** One tab of the demonstration, without its screens: writes of every kind, as fast as they are acknowledged. */
import { demoAccounts } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { documentPaths } from '#api/paths.ts';
import { seededRandom } from '#fakes/cloud/random.ts';
import { arrayUnion, increment } from '#ports/docs/values.ts';
import { isPortError } from '#ports/errors.ts';
import { openEmbeddedProvider } from '#src/app/embedded/open.ts';
import { documentsOfBatch, type Found, type Kind, kinds } from './protocol.ts';

/** Writes under way at once. */
const lanes = 4;

const client = await openEmbeddedProvider({
  chooseAccount: async () => null,
  onNotice: (notice) => console.warn(notice),
  onRetired: () => console.warn('retired'),
});
const { auth, docs, functions, realtime, storage } = client;

const place = (round: number) => `kill/${round}`;
const parts = Array.from({ length: documentsOfBatch }, (_, part) => part);
let profiles = 0;

async function signedIn(): Promise<void> {
  if (await auth.ready()) return;
  const [account] = demoAccounts;
  if (!account) throw new Error('The demonstration has people.');
  await auth.signIn(account.credential);
}

/** What each kind writes, named by `id`; resolves when it is acknowledged. */
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
  file: (round, id) => storage.upload(`${place(round)}/${id}`, new TextEncoder().encode(id.repeat(50))).done,
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

/** `own`: whether it writes what all tabs share, whose order only one of them can tell. */
async function lane(round: number, seed: string, own: boolean): Promise<void> {
  const random = seededRandom(seed);
  for (;;) {
    const drawn = kinds[random.integer(random.integer(4) === 0 ? kinds.length : 3)] ?? 'document';
    const kind = drawn === 'profile' && !own ? 'document' : drawn;
    const id = kind === 'profile' ? String(++profiles) : random.id();
    try {
      const answer = await writes[kind](round, id);
      void window.acknowledged({ kind, id: kind === 'incident' ? incidentOf(answer) : id });
    } catch (error) {
      console.warn(`${kind}: ${String(error)}`);
    }
  }
}

const incidentOf = (answer: unknown) => (answer as { readonly incidentId: string }).incidentId;

async function found(round: number, incidents: readonly string[]): Promise<Found> {
  await docs.waitForPendingWrites();
  const all = async (name: string) =>
    (await docs.find({ collection: `${place(round)}/${name}` }, { source: 'server' })).docs;
  const [documents, batches, counts, whole] = await Promise.all([
    all('documents'),
    all('batches'),
    all('counts'),
    // In a transaction no waiting write is laid over what the server has.
    docs.transaction((own) => own.get(place(round))),
  ]);
  const byBatch: Record<string, number> = {};
  for (const { data } of batches) {
    const batch = String(data?.['batch']);
    byBatch[batch] = (byBatch[batch] ?? 0) + 1;
  }
  const values = (await realtime.get(place(round))).value;
  const declared = await Promise.all(
    // To whom may not know of it, one that is not there is refused.
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

/** Those that can be read and hold what was put in. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (let pageToken: string | null = null; ;) {
    const page = await storage.list(folder, { ...(pageToken !== null && { pageToken }) });
    for (const path of page.objects) {
      const name = path.slice(folder.length + 1);
      if (new TextDecoder().decode(await storage.read(path)) === name.repeat(50)) files.push(name);
    }
    pageToken = page.nextPageToken;
    if (pageToken === null) return files;
  }
}

await signedIn();
profiles = Number((await auth.reload()).displayName) || 0;
window.page = {
  load(round, tab, seed) {
    for (let one = 0; one < lanes; one++) void lane(round, `${seed}/${tab}/${one}`, tab === 0);
  },
  found,
};
