/** The settings in a file's metadata. */
import type { ObjectSettings } from '#ports/storage/storage.ts';

/** Settings among the metadata, without the fields that the backend adds. */
export function settingsOfMetadata(metadata: ObjectSettings): ObjectSettings {
  const { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl, custom } =
    metadata;
  const settings = {
    contentType,
    contentDisposition,
    contentEncoding,
    contentLanguage,
    cacheControl,
    custom,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
