/** Channels by which people are reached, and targets in them. */
import * as v from 'valibot';
import { idSchema } from '../base.ts';

const channelIds = ['push', 'mail', 'webhook'] as const;
export const channelIdSchema = v.picklist(channelIds);
export type ChannelId = (typeof channelIds)[number];

/** `target`: the id of a device, an address or a webhook, unique within its channel and team. */
export const channelTargetSchema = v.object({ channel: channelIdSchema, target: idSchema });
export type ChannelTarget = v.InferInput<typeof channelTargetSchema>;

export const isSameTarget = (one: ChannelTarget, other: ChannelTarget): boolean =>
  one.channel === other.channel && one.target === other.target;

/** Key of a target in a map. */
export const channelTargetKey = ({ channel, target }: ChannelTarget): string => `${channel} ${target}`;

/** Schema of something with a target (`to`); versions before channels stored the id of a device (`deviceId`) in its place. */
export function withTarget<S extends v.GenericSchema>(schema: S) {
  return v.pipe(
    v.custom<v.InferInput<S>>(() => true),
    v.transform((stored: unknown) => targetOfDevice(stored)),
    schema,
  );
}

function targetOfDevice(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('deviceId' in stored) || 'to' in stored)
    return stored;
  const { deviceId, ...rest } = stored;
  return { ...rest, to: deviceId === null ? null : { channel: 'push', target: deviceId } };
}
