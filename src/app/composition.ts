/** The one place where ports meet a provider: plain factories, bound by their tokens. */
import { Container } from 'inversify';
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
import type { Ports } from '#src/data/client/ports.tsx';

/** The ports of one backend, by token. */
export function compose(backend: Backend): Ports {
  const container = new Container({ defaultScope: 'Singleton' });
  const bind = <T>(token: PortToken<T>, make: () => T) => {
    container.bind<T>(token).toDynamicValue(make).inSingletonScope();
  };
  bind(authToken, () => backend.auth);
  bind(docsToken, () => backend.docs);
  bind(realtimeToken, () => backend.realtime);
  bind(functionsToken, () => backend.functions);
  bind(storageToken, () => backend.storage);
  bind(messagingToken, () => backend.messaging);
  bind(configToken, () => backend.config);
  bind(performanceToken, () => backend.performance);
  return {
    resolve: <T>(token: PortToken<T>) => container.get<T>(token),
    capabilities: backend.capabilities,
    control: backend.control,
  };
}
