/** A backend's ports by token: for the first screen, and for the container that follows it. */
import { authToken } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { configToken } from '#ports/config/config.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { performanceToken } from '#ports/performance/performance.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { storageToken } from '#ports/storage/storage.ts';
import type { PortToken } from '#ports/token.ts';

export type PortTable = ReadonlyMap<PortToken<unknown>, () => unknown>;

/** Each port is read from the backend when it is asked for: some load their SDK then. */
export const portTable = (backend: Backend): PortTable =>
  new Map<PortToken<unknown>, () => unknown>([
    [authToken, () => backend.auth],
    [docsToken, () => backend.docs],
    [realtimeToken, () => backend.realtime],
    [functionsToken, () => backend.functions],
    [storageToken, () => backend.storage],
    [messagingToken, () => backend.messaging],
    [configToken, () => backend.config],
    [performanceToken, () => backend.performance],
  ]);
