/** Files over the connection between browser and server: all but their bytes, which go over HTTP. */
import type { ObjectChanges, UploadSettings } from '#ports/storage/storage.ts';
import {
  checkMaxBytes,
  checkPageSize,
  checkPath,
  copyChanges,
  copySettings,
} from '#provider-kit/storage/check.ts';
import { checkedInput, objectInput } from '../wire/input.ts';
import type { WireCall, WireService } from '../wire/peer.ts';
import type { GuardedFiles } from './guarded-files.ts';
import type { PostgresUploads, UploadRequest } from './postgres-uploads.ts';

/** Characters of one setting; `custom` as a whole has a limit of its own. */
const longestSetting = 2048;
const longestToken = 4096;

/** Where the file of a path is fetched: its secret, good until it is replaced or removed. */
export interface DownloadSecret {
  readonly token: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function filesService(files: GuardedFiles, uploads: PostgresUploads): WireService {
  const call =
    <T>(read: (fields: Fields) => T, run: (input: T, peer: Parameters<WireCall>[1]) => unknown): WireCall =>
    (input, peer) =>
      run(
        checkedInput(() => read(objectInput(input))),
        peer,
      );
  return {
    calls: {
      'files.open': call(uploadInput, (upload, peer) => uploads.open(upload, peer.caller())),
      'files.abandon': call(idInput, (id, peer) => uploads.abandon(id, peer.caller())),
      'files.metadata': call(
        pathInput,
        async (path, peer) => (await files.read(path, peer.caller())).metadata,
      ),
      'files.update': call(changesInput, ({ path, changes }, peer) =>
        files.update(path, changes, peer.caller()),
      ),
      'files.address': call(pathInput, async (path, peer): Promise<DownloadSecret> => ({
        token: await files.address(path, peer.caller()),
      })),
      'files.remove': call(pathInput, (path, peer) => files.remove(path, peer.caller())),
      'files.list': call(listInput, ({ path, max, pageToken }, peer) =>
        files.list(path, max, pageToken, peer.caller()),
      ),
    },
  };
}

/** @throws TypeError */
export function checkUploadId(id: unknown): string {
  if (typeof id === 'string' && /^[\w-]{1,100}$/u.test(id)) return id;
  throw new TypeError('An upload has an id of up to 100 letters and digits.');
}

const idInput = ({ id }: Fields): string => checkUploadId(id);

function pathInput({ path }: Fields, root = false): string {
  return checkFilePath(path, root);
}

/** @throws TypeError */
export function checkFilePath(path: unknown, root = false): string {
  checkPath(path as string, root);
  if (!(path as string).isWellFormed()) throw new TypeError('A path is Unicode.');
  return path as string;
}

function uploadInput(fields: Fields): UploadRequest {
  const { size, settings } = fields;
  checkMaxBytes(size as number);
  const checked = shortSettings(copySettings(objectInput(settings) as UploadSettings));
  return { id: idInput(fields), path: pathInput(fields), size: size as number, settings: checked };
}

function changesInput(fields: Fields): { readonly path: string; readonly changes: ObjectChanges } {
  const changes = copyChanges(objectInput(fields['changes']) as ObjectChanges);
  return { path: pathInput(fields), changes: shortSettings(changes) };
}

function listInput(fields: Fields) {
  const { max, pageToken } = fields;
  checkPageSize(max as number);
  if (pageToken !== null && !(typeof pageToken === 'string' && pageToken.length <= longestToken))
    throw new TypeError('A page token is a text, or null.');
  return { path: pathInput(fields, true), max: max as number, pageToken };
}

/** @throws TypeError */
function shortSettings<T extends ObjectChanges | UploadSettings>(settings: T): T {
  const { custom, ...plain } = settings;
  if (custom !== undefined && custom !== null) objectInput(custom);
  if (Object.values(plain).some((value) => typeof value === 'string' && value.length > longestSetting))
    throw new TypeError(`A setting has at most ${longestSetting} characters.`);
  return settings;
}
