/** Realtime data, as a part of a cloud: the service and the client's port. */
import { createRealtime } from '#fakes/client/realtime/realtime.ts';
import { createRealtimeService } from '#fakes/cloud/realtime/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const realtimePart: CloudPart<'realtime'> = { service: createRealtimeService, port: createRealtime };
