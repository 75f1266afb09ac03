/** Files as backend code sees them. */
import type { ServerStorage } from '#ports/server/server.ts';
import { checkList, checkPath, copySettings } from '#provider-kit/storage/check.ts';
import type { PostgresFiles } from './postgres-files.ts';

export function postgresServerFiles(files: PostgresFiles): ServerStorage {
  return {
    async write(path, content, settings) {
      checkPath(path);
      return (await files.put(path, content.slice(), copySettings(settings))).metadata;
    },
    async read(path) {
      checkPath(path);
      return files.read(path);
    },
    async remove(path) {
      checkPath(path);
      await files.remove(path);
    },
    async revokeDownloadUrls(path) {
      checkPath(path);
      await files.revokeTokens(path);
    },
    async list(folder, options) {
      const { max, pageToken } = checkList(folder, options);
      return files.listAll(folder, max, pageToken);
    },
  };
}
