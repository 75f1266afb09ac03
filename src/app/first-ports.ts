/**
 * The ports of the sign-in screen: auth and config. The provider's other ports are fetched with the rest of the app, and the container,
 * which has all of them and the services of later screens, once that stands.
 */
import { authToken } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { configToken } from '#ports/config/config.ts';
import type { PortToken } from '#ports/token.ts';
import type { Ports } from '#src/data/client/ports.tsx';
import type { PortTable } from '#react/port-table.ts';
import { nextTask } from './next-task.ts';
import type { Opened } from './provider-options.ts';

export interface FirstPorts {
  readonly ports: Ports;
  /** Resolves when all ports can be used. A single attempt: a page that could not fetch its scripts is reloaded. */
  complete(): Promise<void>;
  isComplete(): boolean;
}

export function firstPorts({ first, complete }: Opened): FirstPorts {
  let table: PortTable = new Map<PortToken<unknown>, () => unknown>([
    [authToken, () => first.auth],
    [configToken, () => first.config],
  ]);
  let isComplete = false;
  let composed: Ports | null = null;
  let completing: Promise<Backend> | null = null;
  let whenComplete: Promise<void> | null = null;
  let composing: Promise<Ports> | null = null;
  const later = new Map<PortToken<unknown>, Promise<unknown>>();

  const completed = () => (completing ??= completeTable());
  const completeTable = async () => {
    // The evaluation of the script, which has the ports too, is a long task already.
    const inside = await import('./inside.ts');
    await nextTask();
    const backend = await complete();
    table = inside.portTable(backend);
    isComplete = true;
    return backend;
  };
  const compose = async () => {
    const [frame, backend] = await Promise.all([import('./frame-later.ts'), completed()]);
    return (composed = frame.compose(backend));
  };

  return {
    ports: {
      resolve<T>(token: PortToken<T>): T {
        if (composed) return composed.resolve(token);
        const read = table.get(token);
        if (!read) throw new Error(`${token.toString()} is asked for before the app is complete.`);
        return read() as T;
      },
      later<T>(token: PortToken<T>): T | Promise<T> {
        if (composed) return composed.resolve(token);
        // A script that could not be fetched is asked for again by the next call.
        composing ??= compose().catch((error: unknown) => {
          composing = null;
          later.clear();
          throw error;
        });
        const known = later.get(token) ?? composing.then((all) => all.resolve(token));
        later.set(token, known);
        return known as Promise<T>;
      },
      capabilities: first.capabilities,
      control: first.control,
    },
    complete: () => (whenComplete ??= completed().then(() => undefined)),
    isComplete: () => isComplete,
  };
}
