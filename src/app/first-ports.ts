/**
 * The ports as an app begins with them: whoever is not signed in needs auth and settings. The composition, and what the provider
 * keeps for later, are fetched when the rest of the app is.
 */
import { authToken } from '#ports/auth/auth.ts';
import { configToken } from '#ports/config/config.ts';
import type { PortToken } from '#ports/token.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import type { Opened } from './provider-options.ts';

export interface FirstPorts {
  readonly ports: Ports;
  /** Resolves when all ports can be used. Tried once: a page that could not fetch its scripts is reloaded. */
  complete(): Promise<void>;
}

export function firstPorts({ first, complete }: Opened): FirstPorts {
  const early = new Map<PortToken<unknown>, unknown>([
    [authToken, first.auth],
    [configToken, first.config],
  ]);
  let whole: Ports | null = null;
  let completing: Promise<void> | null = null;
  const compose = async () => {
    const [composition, backend] = await Promise.all([import('./composition.ts'), complete()]);
    whole = composition.compose(backend);
  };
  return {
    ports: {
      resolve<T>(token: PortToken<T>): T {
        if (whole) return whole.resolve(token);
        if (!early.has(token))
          throw new Error(`${token.toString()} is asked for before the app is complete.`);
        return early.get(token) as T;
      },
      capabilities: first.capabilities,
      control: first.control,
    },
    complete: () => (completing ??= compose()),
  };
}
