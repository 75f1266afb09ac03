import { createContext, type ReactNode, use } from 'react';
import type { Runtime } from './runtime.ts';

const RuntimeContext = createContext<Runtime | null>(null);

export function RuntimeProvider({
  runtime,
  children,
}: {
  readonly runtime: Runtime;
  readonly children: ReactNode;
}) {
  return <RuntimeContext value={runtime}>{children}</RuntimeContext>;
}

export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext);
  if (!runtime) throw new Error('This is used outside AppProviders.');
  return runtime;
}
