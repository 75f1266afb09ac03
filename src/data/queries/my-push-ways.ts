/** Ways to the reader by push: their devices. */
import { useMemo } from 'react';
import type { ChannelWay } from '#domain/channel/way.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import { useMyDevices } from './my-devices.ts';

/** Undefined until they are known. */
export function useMyPushWays(): readonly ChannelWay[] | undefined {
  const { data } = useMyDevices();
  return useMemo(() => data?.items.map(({ value }) => wayOfDevice(value)), [data]);
}
