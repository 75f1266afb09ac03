/** Context with the ports of one backend, and the cache of their live queries. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import type { PortToken } from '#ports/token.ts';

export interface PortSource {
  /** @throws Error when nothing is bound to the token: a mistake of the composition */
  resolve<T>(token: PortToken<T>): T;
}

const PortContext = createContext<PortSource | null>(null);

export interface PortsProviderProps {
  readonly ports: PortSource;
  /** A client with live queries (`attachLive`). */
  readonly queries: QueryClient;
  readonly children: ReactNode;
}

export function PortsProvider({ ports, queries, children }: PortsProviderProps) {
  return (
    <PortContext value={ports}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PortContext>
  );
}

/** A port of the backend above this component: `usePort(docsToken)`. */
export function usePort<T>(token: PortToken<T>): T {
  const ports = use(PortContext);
  if (!ports) throw new Error('This component is used outside of BackendProvider or PortsProvider.');
  return ports.resolve(token);
}
