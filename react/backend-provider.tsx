/** React provider of a backend: its ports, and a cache of its live queries. */
import { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Backend } from '#ports/backend.ts';
import type { PortToken } from '#ports/token.ts';
import { attachLive } from './live-query.ts';
import { portTable } from './port-table.ts';
import { type PortSource, PortsProvider } from './ports.tsx';

export interface BackendProviderProps {
  /** The backend. Owned by the caller and never disposed of here. A different backend mounts the components below anew. */
  readonly backend: Backend;
  /** The application's client; no two backends may share one. Default: one for each backend. */
  readonly queries?: QueryClient;
  readonly children: ReactNode;
}

export function BackendProvider({ backend, queries, children }: BackendProviderProps) {
  const client = queries ?? clientOf(backend);
  const ports = useMemo(() => portsOf(backend), [backend]);
  useEffect(() => attachLive(client), [client]);
  return (
    <PortsProvider key={keyOf(client)} ports={ports} queries={client}>
      {children}
    </PortsProvider>
  );
}

const clients = new WeakMap<Backend, QueryClient>();

function clientOf(backend: Backend): QueryClient {
  const known = clients.get(backend) ?? new QueryClient();
  clients.set(backend, known);
  return known;
}

let lastKey = 0;
const keys = new WeakMap<QueryClient, number>();

function keyOf(client: QueryClient): number {
  const known = keys.get(client) ?? ++lastKey;
  keys.set(client, known);
  return known;
}

function portsOf(backend: Backend): PortSource {
  const table = portTable(backend);
  return {
    resolve<T>(token: PortToken<T>): T {
      const read = table.get(token);
      if (!read) throw new Error(`A backend has no port ${String(token)}.`);
      return read() as T;
    },
  };
}
