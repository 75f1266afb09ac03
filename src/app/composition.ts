/**
 * Composition by inversify: the ports of one backend, and the services of the app that no first screen needs. Fetched once the first
 * screen stands. The only module that imports inversify; docs/decisions/2026-11-27-container-after-the-first-screen.md.
 */
import { Container, ContainerModule } from 'inversify';
import type { Backend } from '#ports/backend.ts';
import type { PortToken } from '#ports/token.ts';
import { workersToken } from '#ports/workers/workers.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import { portTable } from '#react/port-table.ts';
import { webWorkers } from './web-workers.ts';

/** The ports of a provider. */
const providerModule = (backend: Backend): ContainerModule =>
  new ContainerModule(({ bind }) => {
    for (const [token, read] of portTable(backend)) bind(token).toResolvedValue(read);
  });

/** Bindings of the browser, independent of the provider. */
const applicationModule: ContainerModule = new ContainerModule(({ bind }) => {
  bind(workersToken).toResolvedValue(() => webWorkers());
});

/** Puts `service` in the place of what is bound to a token: for a test. */
export const rebinding = <T>(token: PortToken<T>, service: T): ContainerModule =>
  new ContainerModule(({ rebind }) => void rebind(token).toConstantValue(service));

/** Later modules may rebind what earlier ones bind. */
export function compose(backend: Backend, ...modules: readonly ContainerModule[]): Ports {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(providerModule(backend), applicationModule);
  container.load(...modules);
  const resolve = <T>(token: PortToken<T>): T => container.get<T>(token);
  return {
    resolve,
    later: resolve,
    capabilities: backend.capabilities,
    control: backend.control,
  };
}
