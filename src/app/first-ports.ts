/**
 * The ports of the sign-in screen: auth and config. The composition and the provider's other ports are fetched later, with the
 * rest of the app.
 */
import { authToken } from '#ports/auth/auth.ts';
import { configToken } from '#ports/config/config.ts';
import type { PortToken } from '#ports/token.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import type { Opened } from './provider-options.ts';

export interface FirstPorts {
  readonly ports: Ports;
  /** Resolves when all ports can be used. One attempt: a page that could not fetch its scripts is reloaded. */
  complete(): Promise<void>;
  isComplete(): boolean;
}

export function firstPorts({ first, complete }: Opened): FirstPorts {
  const early = new Map<PortToken<unknown>, unknown>([
    [authToken, first.auth],
    [configToken, first.config],
  ]);
  let whole: Ports | null = null;
  let completing: Promise<void> | null = null;
  const compose = async () => {
    const [composition, backend] = await Promise.all([import('./inside.ts'), complete()]);
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
    isComplete: () => whole !== null,
  };
}
