/** The operator's door: time, faults, the inbox, and machines that call over HTTP. Faults never strike here. */
import type { AuthenticatorCode, Fault, InboxMessage, RulesRefusal } from '#ports/control.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { checkFault } from '../fault-checks.ts';
import type { GatewayService } from '../gateway.ts';
import { controlPayloads } from './payloads.ts';
import type { Platform } from '../service.ts';

export interface ControlParts {
  readonly platform: Platform;
  http(request: HttpRequest): Promise<HttpResponse>;
  inbox(): readonly InboxMessage[];
  authenticator(): readonly AuthenticatorCode[];
  publish(values: Readonly<Record<string, string | null>>): void;
  publishTemplate(json: string): void;
  announceTime(): void;
  dropAll(forMs: number): void;
  refusals(): readonly RulesRefusal[];
  reset(): void;
  exportText(): string;
  importText(text: string): Promise<void>;
}

export function createControlRoom(parts: ControlParts): GatewayService {
  const { platform } = parts;
  return {
    payloads: controlPayloads,
    requests: {
      advance: async (ms: number) => {
        await platform.clock.advance(ms);
        parts.announceTime();
      },
      inject: (fault: Fault) => {
        checkFault(fault);
        if (fault.kind === 'disconnect') parts.dropAll(fault.forMs);
        // The client's own clock is wrong; it measures by how much when it hears the time.
        else if (fault.kind === 'clock-skew') parts.announceTime();
        else platform.faults.inject(fault);
      },
      clearFaults: () => {
        platform.faults.clear();
        parts.announceTime();
      },
      http: (request: HttpRequest) => parts.http(request),
      inbox: () => parts.inbox(),
      authenticator: () => parts.authenticator(),
      accounts: () => platform.options.accounts ?? [],
      readDocument: async (path: string) => (await platform.server().docs.get(path)).data,
      publishConfig: (values: Readonly<Record<string, string | null>>) => parts.publish(values),
      refusals: () => parts.refusals(),
      publishConfigTemplate: (json: string) => parts.publishTemplate(json),
      reset: () => parts.reset(),
      exportCloud: () => parts.exportText(),
      importCloud: (text: string) => parts.importText(text),
    },
  };
}
