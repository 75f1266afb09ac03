/** Context with the ports for screens, filled by the composition. */
import { createContext, type ReactNode, use } from 'react';
import { type CapabilityManifest, can } from '#ports/capabilities.ts';
import type { Capability } from '#ports/capability-names.ts';
import type { Control } from '#ports/control.ts';
import type { PortToken } from '#ports/token.ts';

export interface Ports {
  /** @throws Error when nothing is bound to the token: a mistake of the composition */
  resolve<T>(token: PortToken<T>): T;
  /** A service that no first screen needs: a promise until its script is there, the same one for each token. */
  later<T>(token: PortToken<T>): T | Promise<T>;
  readonly capabilities: CapabilityManifest;
  /** `null` in production. */
  readonly control: Control | null;
}

const PortsContext = createContext<Ports | null>(null);

export function PortsProvider({ ports, children }: { readonly ports: Ports; readonly children: ReactNode }) {
  return <PortsContext value={ports}>{children}</PortsContext>;
}

export function usePorts(): Ports {
  const ports = use(PortsContext);
  if (!ports) throw new Error('This screen is used outside PortsProvider.');
  return ports;
}

export const usePort = <T,>(token: PortToken<T>): T => usePorts().resolve(token);
/** Suspends until the service is there. */
export function useLatePort<T>(token: PortToken<T>): T {
  const service = usePorts().later(token);
  return service instanceof Promise ? use(service) : service;
}
export const useControl = (): Control | null => usePorts().control;
export const useCapability = (name: Capability): boolean => can(usePorts().capabilities, name);
