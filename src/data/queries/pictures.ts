/** Members' pictures: where they can be read, and storing one's own. */
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { fileHeaders } from '#domain/attachment/files.ts';
import { storagePaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { storageToken } from '#ports/storage/storage.ts';
import { usePort } from '#react/ports.tsx';
import { usePeople, useTeam } from './team.tsx';

/** Addresses by user id, of those that are known. A picture that can't be read is left out. */
export function usePictures(): ReadonlyMap<string, string> {
  const people = usePeople();
  const storage = usePort(storageToken);
  const withPicture = useMemo(
    () =>
      people.all.flatMap(({ id, picture }) =>
        picture ? [{ id, path: storagePaths.picture(id, picture) }] : [],
      ),
    [people.all],
  );
  return useQueries({
    queries: withPicture.map(({ path }) => ({
      queryKey: ['picture', path],
      queryFn: () => storage.downloadUrl(path),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: useCallback(
      (results: readonly { readonly data: string | undefined }[]) =>
        new Map(
          withPicture.flatMap(({ id }, index) => {
            const address = results[index]?.data;
            return address === undefined ? [] : [[id, address] as const];
          }),
        ),
      [withPicture],
    ),
  });
}

export interface PictureStore {
  /** The id of the stored picture. Rejects with a `PortError` of the storage. */
  upload(picture: Blob): Promise<string>;
  /** Removes a picture; no effect when it is gone already. */
  remove(pictureId: string): Promise<void>;
}

/** The pictures of the person who is signed in. */
export function usePictureStore(): PictureStore {
  const { me } = useTeam();
  const docs = usePort(docsToken);
  const storage = usePort(storageToken);
  return {
    async upload(picture) {
      const id = docs.newId();
      const headers = fileHeaders('picture', picture.type);
      await storage.upload(storagePaths.picture(me.id, id), picture, headers).done;
      return id;
    },
    remove: (pictureId) => storage.remove(storagePaths.picture(me.id, pictureId)),
  };
}
