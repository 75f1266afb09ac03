/** Metadata as the port has them, from and to the SDK's. */
import type { FullMetadata, SettableMetadata, UploadMetadata } from 'firebase/storage';
import { PortError } from '#ports/errors.ts';
import { customSize, largestCustom } from '#provider-kit/storage/check.ts';
import type {
  ObjectChanges,
  ObjectMetadata,
  ObjectSettings,
  UploadSettings,
} from '#ports/storage/storage.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function metadataFrom(metadata: FullMetadata): ObjectMetadata {
  return {
    ...settingsFrom(metadata),
    path: metadata.fullPath,
    name: nameOf(metadata.fullPath),
    size: metadata.size,
    md5Hash: metadata.md5Hash ?? '',
    generation: metadata.generation,
    metageneration: metadata.metageneration,
    createdAt: Date.parse(metadata.timeCreated),
    updatedAt: Date.parse(metadata.updated),
  };
}

function settingsFrom(metadata: FullMetadata): ObjectSettings {
  const { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl } = metadata;
  const texts = { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl };
  const said = Object.entries(texts).filter(([, value]) => value !== undefined && value !== null);
  const custom = metadata.customMetadata;
  return { ...Object.fromEntries(said), ...(custom ? { custom } : {}) };
}

/** @throws PortError invalid-argument for too large a `custom`, before anything is sent */
export function uploadMetadata({ custom, ...settings }: UploadSettings): UploadMetadata {
  if (custom && customSize(custom) > largestCustom)
    throw new PortError('invalid-argument', `Custom metadata have up to ${largestCustom} bytes.`);
  return { ...settings, ...(custom ? { customMetadata: { ...custom } } : {}) };
}

/** The server takes `null` for “clear it”, and so does the SDK, whose types know only of texts. */
export function settableMetadata({ custom, ...changes }: ObjectChanges): SettableMetadata {
  return { ...changes, ...(custom === undefined ? {} : { customMetadata: custom }) } as SettableMetadata;
}
