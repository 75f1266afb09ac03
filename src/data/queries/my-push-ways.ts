/** Ways to the reader by push: their devices. */
import { useMemo } from 'react';
import type { ChannelWay } from '#domain/channel/way.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import type { PortError } from '#ports/errors.ts';
import { useMyDevices } from './my-devices.ts';

export interface KnownWays {
  /** Undefined until they are known. */
  readonly ways: readonly ChannelWay[] | undefined;
  /** Why they are not known. */
  readonly error: PortError | null;
}

export function useMyPushWays(): KnownWays {
  const { data, error } = useMyDevices();
  const ways = useMemo(() => data?.items.map(({ value }) => wayOfDevice(value)), [data]);
  return { ways, error };
}
