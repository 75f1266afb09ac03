/** Images shared by other apps, for the form of a declaration and the room that takes them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readShared, removeShared, takeShared } from '../client/shared-images.ts';

const key = ['shared-images'];

/** `asked`: whether the address says that something is shared. Data: null if nothing is. */
export function useShared(asked: boolean) {
  return useQuery({ queryKey: key, queryFn: readShared, enabled: asked, networkMode: 'always', gcTime: 0 });
}

export function useRemoveShared(): () => void {
  const client = useQueryClient();
  return () => {
    client.setQueryData(key, null);
    void removeShared();
  };
}

/** Gives the room the images that were assigned to it, once. */
export function useAssignedImages(incidentId: string, add: (files: readonly File[]) => void): void {
  const take = useEffectEvent(async (room: string) => {
    const images = await takeShared(room).catch(() => []);
    if (images.length > 0) add(images);
  });
  useEffect(() => void take(incidentId), [incidentId]);
}
