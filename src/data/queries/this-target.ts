/** This browser as a target of pages. */
import type { ChannelTarget } from '#domain/channel/schema.ts';
import { useThisDevice } from './this-device.ts';

/** Undefined where pages are not sent to it. */
export function useThisTarget(): ChannelTarget | undefined {
  const target = useThisDevice().device?.id;
  return target === undefined ? undefined : { channel: 'push', target };
}
