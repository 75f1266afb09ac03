/** Composition of one backend's ports. The only module that imports inversify; docs/decisions/2026-11-22-composition.md. */
import { Container, ContainerModule } from 'inversify';
import { authToken } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { configToken } from '#ports/config/config.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { messagingToken } from '#ports/messaging/messaging.ts';
import { performanceToken } from '#ports/performance/performance.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { storageToken } from '#ports/storage/storage.ts';
import { workersToken } from '#ports/workers/workers.ts';
import type { PortToken } from '#ports/token.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import { webWorkers } from './web-workers.ts';

/** The ports of a provider, by token. Each is read from the backend on first use: some load their SDK then. */
const providerModule = (backend: Backend): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(authToken).toResolvedValue(() => backend.auth);
    bind(docsToken).toResolvedValue(() => backend.docs);
    bind(realtimeToken).toResolvedValue(() => backend.realtime);
    bind(functionsToken).toResolvedValue(() => backend.functions);
    bind(storageToken).toResolvedValue(() => backend.storage);
    bind(messagingToken).toResolvedValue(() => backend.messaging);
    bind(configToken).toResolvedValue(() => backend.config);
    bind(performanceToken).toResolvedValue(() => backend.performance);
  });

/** What this browser has, whatever the provider. */
const browserModule: ContainerModule = new ContainerModule(({ bind }) => {
  bind(workersToken).toResolvedValue(() => webWorkers());
});

export function compose(backend: Backend): Ports {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(providerModule(backend), browserModule);
  return {
    resolve: <T>(token: PortToken<T>) => container.get<T>(token),
    capabilities: backend.capabilities,
    control: backend.control,
  };
}
