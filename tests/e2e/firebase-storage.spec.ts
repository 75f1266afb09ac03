/** Files as a browser sends and reads them: the real SDK over XMLHttpRequest, the official Storage part, the deployed rules. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { fileHeaders } from '#domain/attachment/files.ts';
import { documentPaths, storagePaths } from '#api/paths.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { UploadProgress } from '#ports/storage/storage.ts';
import { type Cable, layCable } from '../official/cable.ts';
import { projectId } from '../official/parts.ts';
import { type RunningStorage, startStorage } from '../official/parts-storage.ts';
import { expect, needsParts, test as base, uidOf } from './firebase/fixtures.ts';
import { testLimitMs } from '../time-limits.ts';

needsParts();

const rules = await readFile(path.resolve(import.meta.dirname, '../../storage.rules'), 'utf8');
const size = 3 * 1024 * 1024;
/** Content that the pages upload, too: each byte depends on its offset. */
const content = Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 251));
const md5 = createHash('md5').update(content).digest('base64');
const file = storagePaths.attachment('team-1', 'incident-1', 'attachment-1', 'trace.bin');

interface Shared {
  readonly storagePart: RunningStorage;
}
interface Fixtures {
  readonly cable: Cable;
  /** Documents that the storage rules look up. */
  readonly documents: Map<string, DocData>;
  /** A tab of a responder of the team. */
  readonly page: Page;
}

const test = base.extend<Fixtures, Shared>({
  storagePart: [
    async ({}, provide) => {
      const part = await startStorage(projectId);
      await provide(part);
      await part.stop();
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
  cable: async ({ storagePart }, provide) => {
    const cable = await layCable(storagePart.port);
    await provide(cable);
    await cable.remove();
  },
  documents: async ({ storagePart }, provide) => {
    const documents = new Map<string, DocData>([
      [documentPaths.incident('team-1', 'incident-1'), { private: false, people: [] }],
    ]);
    await storagePart.begin(rules, documents);
    await provide(documents);
  },
  page: async ({ cable, documents, openMember }, provide) => {
    const page = await openMember('ada', { storage: cable.address });
    documents.set(documentPaths.member('team-1', await uidOf(page)), { role: 'responder' });
    await provide(page);
  },
});

/** One upload of `content` in the page; `act` is the action at each state. */
interface Sent {
  readonly seen: readonly UploadProgress[];
  /** Checksum of the content, or the error's code. */
  readonly end: string;
  /** State of its path while the upload was paused. */
  readonly meanwhile: string;
}
type Act = 'nothing' | 'pause' | 'cancel';

const send = (page: Page, act: Act): Promise<Sent> =>
  page.evaluate(
    async ({ path, length, todo, headers }) => {
      const { storage } = window.client;
      const codeOf = (error: { code: string }) => error.code;
      const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
      const upload = storage.resumable.upload(path, new Blob([bytes]), headers);
      const seen: UploadProgress[] = [];
      let meanwhile = '';
      let acted = todo === 'nothing';
      upload.watch({
        error: () => {},
        next(progress) {
          seen.push(progress);
          if (!acted && progress.bytesSent > 0) acted = todo === 'pause' ? upload.pause() : upload.cancel();
          if (progress.state !== 'paused') return;
          const found = storage.metadata.get(path).then(() => 'an object', codeOf);
          void found.then((code) => {
            meanwhile = code;
            upload.resume();
          });
        },
      });
      const end = await upload.done.then((object) => object.md5Hash, codeOf);
      return { seen, end, meanwhile };
    },
    { path: file, length: size, todo: act, headers: fileHeaders('file.bin', '') },
  );

const states = (sent: Sent) => [...new Set(sent.seen.map(({ state }) => state))];
const bytesSent = (sent: Sent) => sent.seen.map((progress) => progress.bytesSent);

/** The commands of the requests that carried the file, and from which byte on. */
function commands(page: Page): { readonly said: string[]; readonly offsets: string[] } {
  const found: ReturnType<typeof commands> = { said: [], offsets: [] };
  page.on('request', (request: Request) => {
    const { 'x-goog-upload-command': command, 'x-goog-upload-offset': offset } = request.headers();
    if (command !== undefined) found.said.push(`${request.resourceType()}: ${command}`);
    if (offset !== undefined) found.offsets.push(offset);
  });
  return found;
}

test('an upload reports progress, pauses, resumes and stores the sent bytes', async ({ page }) => {
  const { said } = commands(page);
  const sent = await send(page, 'pause');
  expect(states(sent)).toEqual(['running', 'paused', 'success']);
  expect(sent.meanwhile).toBe('storage/object-not-found');
  expect(sent.end).toBe(md5);
  expect(sent.seen.at(-1)).toEqual({ state: 'success', bytesSent: size, bytesTotal: size });
  expect(bytesSent(sent).some((bytes) => bytes > 0 && bytes < size)).toBe(true);
  expect(said[0]).toBe('xhr: start');
  expect(said.at(-1)).toBe('xhr: upload, finalize');
  // A resumed upload asks the server for its progress.
  expect(said).toContain('xhr: query');
});

test('a cancelled upload stores no file', async ({ page }) => {
  const sent = await send(page, 'cancel');
  expect(sent.end).toBe('cancelled');
  const metadata = page.evaluate(
    (path) => window.client.storage.metadata.get(path).catch((error: { code: string }) => error.code),
    file,
  );
  expect(await metadata).toBe('storage/object-not-found');
});

test('an upload resumes after a lost connection at the last part that the server received', async ({
  page,
  cable,
}) => {
  const { said, offsets } = commands(page);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(cable.address));
  // The second part, so that there is something that had arrived. Of this one nothing does.
  const pulled = cable.pullAt(`x-goog-upload-offset: ${256 * 1024}`);
  const sending = send(page, 'nothing');
  await pulled;
  await failed;
  cable.plug(true);
  const sent = await sending;
  expect(sent.end).toBe(md5);
  expect(states(sent)).toEqual(['running', 'success']);
  // The received parts are not sent again; the part under way is, from its first byte.
  expect(said.filter((command) => command.endsWith(' start'))).toHaveLength(1);
  expect(offsets.length - new Set(offsets).size).toBe(1);
  expect(offsets.filter((offset) => offset === String(256 * 1024))).toHaveLength(2);
});

test('a file is read by byte range, and whole by its download address', async ({ page }) => {
  await send(page, 'nothing');
  const read = (first: number, last: number) =>
    page.evaluate(
      async ({ path, range }) => Array.from(await window.client.storage.ranges.read(path, range)),
      {
        path: file,
        range: { first, last },
      },
    );
  const part = (first: number, last: number) => [...content.subarray(first, last + 1)];
  expect(await read(0, 4)).toEqual(part(0, 4));
  expect(await read(1_000_000, 1_000_009)).toEqual(part(1_000_000, 1_000_009));
  // A range beyond the end is cut short.
  expect(await read(size - 3, size + 10)).toEqual(part(size - 3, size));
  const code = await page.evaluate(
    ({ path, first }) =>
      window.client.storage.ranges.read(path, { first, last: first + 1 }).then(
        () => 'bytes',
        (error: { code: string }) => error.code,
      ),
    { path: file, first: size },
  );
  expect(code).toBe('out-of-range');
  const address = await page.evaluate((path) => window.client.storage.downloadUrl(path), file);
  const answer = await fetch(address);
  expect(
    createHash('md5')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('base64'),
  ).toBe(md5);
});

test('a viewer can read but not upload a file, and a user without a team can do neither', async ({
  page,
  documents,
}) => {
  await send(page, 'nothing');
  const read = () =>
    page.evaluate(
      (path) =>
        window.client.storage.ranges.read(path, { first: 0, last: 1 }).then(
          (bytes) => bytes.length,
          (error: { code: string }) => error.code,
        ),
      file,
    );
  const member = documentPaths.member('team-1', await uidOf(page));
  documents.set(member, { role: 'viewer' });
  expect((await send(page, 'nothing')).end).toBe('storage/unauthorized');
  expect(await read()).toBe(2);
  documents.delete(member);
  expect(await read()).toBe('storage/unauthorized');
});
