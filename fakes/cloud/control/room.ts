/** The operator's door: time, faults, the inbox, and machines that call over HTTP. Faults never strike here. */
import type { Fault, RulesRefusal } from '#ports/control.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { Connections } from '../connections.ts';
import { checkFault } from '../fault-checks.ts';
import type { GatewayService } from '../gateway-context.ts';
import { controlPayloads } from './payloads.ts';
import type { Platform } from '../service.ts';
import { type CloudServices, serviceOf } from '../services.ts';

export interface ControlParts {
  readonly platform: Platform;
  readonly services: CloudServices;
  http(request: HttpRequest): Promise<HttpResponse>;
  readonly connections: Pick<Connections, 'announceTime' | 'dropAll'>;
  denials(): readonly RulesRefusal[];
  reset(): void;
  exportText(): string;
  importText(text: string): Promise<void>;
}

export function createControlRoom(parts: ControlParts): GatewayService {
  const { platform, services, connections } = parts;
  return {
    payloads: controlPayloads,
    requests: {
      advance: async (ms: number) => {
        await platform.clock.advance(ms);
        connections.announceTime();
      },
      inject: (fault: Fault) => {
        checkFault(fault);
        if (fault.kind === 'disconnect') connections.dropAll(fault.forMs);
        // The client's own clock is wrong; it measures by how much when it hears the time.
        else if (fault.kind === 'clock-skew') connections.announceTime();
        else platform.faults.inject(fault);
      },
      clearFaults: () => {
        platform.faults.clear();
        connections.announceTime();
      },
      http: (request: HttpRequest) => parts.http(request),
      inbox: () => serviceOf(services, 'auth').inbox(),
      authenticator: () => serviceOf(services, 'auth').authenticator(),
      accounts: () => platform.options.accounts ?? [],
      readDocument: async (path: string) => (await platform.server().docs.get(path)).data,
      publishConfig: (values: Readonly<Record<string, string | null>>) =>
        serviceOf(services, 'config').publish(values),
      refusals: parts.denials,
      publishConfigFile: (json: string) => serviceOf(services, 'config').publishTemplate(json),
      reset: () => parts.reset(),
      exportCloud: () => parts.exportText(),
      importCloud: (text: string) => parts.importText(text),
    },
  };
}
