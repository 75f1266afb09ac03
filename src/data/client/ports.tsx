/** Context with what the composition fills for screens, beside the ports themselves (`usePort`). */
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { type CapabilityManifest, can } from '#ports/capabilities.ts';
import type { Capability } from '#ports/capability-names.ts';
import type { Control } from '#ports/control.ts';
import type { PortToken } from '#ports/token.ts';
import { type PortSource, PortsProvider } from '#react/ports.tsx';

export interface Ports extends PortSource {
  /** A service that no first screen needs: a promise until its script is there, the same one for each token. */
  later<T>(token: PortToken<T>): T | Promise<T>;
  readonly capabilities: CapabilityManifest;
  /** `null` in production. */
  readonly control: Control | null;
}

const PortsContext = createContext<Ports | null>(null);

export interface AppPortsProviderProps {
  readonly ports: Ports;
  readonly queries: QueryClient;
  readonly children: ReactNode;
}

export function AppPortsProvider({ ports, queries, children }: AppPortsProviderProps) {
  return (
    <PortsContext value={ports}>
      <PortsProvider ports={ports} queries={queries}>
        {children}
      </PortsProvider>
    </PortsContext>
  );
}

export function usePorts(): Ports {
  const ports = use(PortsContext);
  if (!ports) throw new Error('This screen is used outside AppPortsProvider.');
  return ports;
}

/** Suspends until the service is there. */
export function useLatePort<T>(token: PortToken<T>): T {
  const service = usePorts().later(token);
  return service instanceof Promise ? use(service) : service;
}
export const useControl = (): Control | null => usePorts().control;
export const useCapability = (name: Capability): boolean => can(usePorts().capabilities, name);
