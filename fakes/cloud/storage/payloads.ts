/** Checks of the payloads of storage. */
import * as v from 'valibot';
import {
  checkMaxBytes,
  checkPageSize,
  checkPath,
  checkRange,
  copyChanges,
  copySettings,
} from '#provider-kit/storage/check.ts';
import type { ObjectChanges, UploadSettings } from '#ports/storage/storage.ts';
import { checkBy, fields, idText, type PayloadChecks, portField, text, wholeNumber } from '../payloads.ts';
import type {
  AbandonUpload,
  ListPayload,
  ObjectPayload,
  OpenUpload,
  ReadPayload,
  TokensPayload,
  UpdatePayload,
  UploadChunk,
} from './protocol.ts';

interface StoragePayloads {
  readonly open: OpenUpload;
  readonly chunk: UploadChunk;
  readonly abandon: AbandonUpload;
  readonly metadata: ObjectPayload;
  readonly update: UpdatePayload;
  readonly read: ReadPayload;
  readonly download: ObjectPayload;
  readonly list: ListPayload;
  readonly remove: ObjectPayload;
  readonly tokens: TokensPayload;
}

/** Characters of one setting; `custom` as a whole has a limit of its own. */
const longestSetting = 2048;
/** Download addresses that one subscription may watch. */
const mostTokens = 10_000;

const pathField = (root = false) =>
  portField((path) => {
    checkPath(path as string, root);
    return path as string;
  });
const path = pathField();

const isShort = (settings: ObjectChanges) =>
  Object.values(settings).every((value) => typeof value !== 'string' || value.length <= longestSetting);
const shortly = <T extends ObjectChanges | UploadSettings>(settings: T): T => {
  if (!isShort(settings)) throw new TypeError(`a setting has at most ${longestSetting} characters.`);
  return settings;
};

const bytes = v.custom<Uint8Array>(
  (value) => Object.prototype.toString.call(value) === '[object Uint8Array]',
  'bytes are expected.',
);

export const storagePayloads: PayloadChecks<StoragePayloads> = {
  open: checkBy(
    fields({
      uploadId: idText,
      path,
      size: wholeNumber(),
      settings: portField((settings) => shortly(copySettings(objectOf(settings)))),
    }),
  ),
  chunk: checkBy(fields({ uploadId: idText, offset: wholeNumber(), bytes })),
  abandon: checkBy(fields({ uploadId: idText })),
  metadata: checkBy(fields({ path })),
  update: checkBy(fields({ path, changes: portField((changes) => shortly(copyChanges(objectOf(changes)))) })),
  read: checkBy(
    fields({
      path,
      maxBytes: portField((most) => {
        checkMaxBytes(most as number);
        return most as number;
      }),
      range: v.nullable(
        portField((range) => {
          const { first, last } = objectOf(range) as { readonly first: number; readonly last: number };
          checkRange({ first, last });
          return { first, last };
        }),
      ),
    }),
  ),
  download: checkBy(fields({ path })),
  list: checkBy(
    fields({
      path: pathField(true),
      max: portField((max) => {
        checkPageSize(max as number);
        return max as number;
      }),
      pageToken: v.nullable(text(4096)),
    }),
  ),
  remove: checkBy(fields({ path })),
  tokens: checkBy(
    fields({ held: v.pipe(v.array(fields({ path, token: idText })), v.maxLength(mostTokens)) }),
  ),
};

function objectOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new TypeError('an object is expected.');
  return value;
}
