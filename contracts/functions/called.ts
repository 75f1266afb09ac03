/** Callables of the scenarios of functions, and the number of their runs. */
import { PortError } from '#ports/errors.ts';
import type { Callable, CallContext, FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import type { contractCallables } from '../functions-callables.ts';

/** Server-side facts that a scenario looks at; one backend at a time runs, and each scenario uses its own keys. */
export const seen = new Map<string, unknown[]>();
const note = (key: string, value: unknown) => {
  const list = seen.get(key) ?? [];
  list.push(value);
  seen.set(key, list);
};

interface Keyed {
  readonly key: string;
}

const never = new Promise<never>(() => {});

export const calledFunctions: FunctionSet = {
  callables: {
    echo: (input) => Promise.resolve(input),
    who: (_input, { caller }) => Promise.resolve(caller?.uid ?? null),
    claims: (_input, { caller }) => Promise.resolve(caller?.claims ?? null),
    answer: () =>
      Promise.resolve({ at: new Date(Date.UTC(2026, 0, 5)), left: undefined, list: [undefined, 1] }),
    nothing: () => Promise.resolve(undefined),
    refuse: () =>
      Promise.reject(
        new PortError('already-exists', 'That name is taken.', { details: { name: 'ops', at: [1, 2] } }),
      ),
    refuseAs: (input) => {
      const { code, details } = input as unknown as Pick<PortError, 'code' | 'details'>;
      return Promise.reject(new PortError(code, `This is ${code}.`, { details }));
    },
    fail: () => Promise.reject(new Error('the secret is hunter2')),
    unspeakable: () => Promise.resolve({ n: Number.NaN }),
    count: (input) => {
      note((input as Keyed).key, 'ran');
      return Promise.resolve(seen.get((input as Keyed).key)?.length ?? 0);
    },
    hang: (input, { signal }: CallContext) => {
      const { key } = input as Keyed;
      note(key, 'started');
      signal.addEventListener('abort', () => note(key, 'aborted'));
      return never;
    },
    parts: (input, { send }) => {
      for (const part of input as Json[]) send(part);
      return Promise.resolve('done');
    },
    partsThenRefuse: (_input, { send }) => {
      send(1);
      send(2);
      return Promise.reject(new PortError('aborted', 'Enough.', { details: { after: 2 } }));
    },
    partThenHang: (input, { send, signal }: CallContext) => {
      const { key } = input as Keyed;
      signal.addEventListener('abort', () => note(key, 'aborted'));
      send('first');
      return never;
    },
    secondLook: (_input, { send }) => {
      const part = { n: 1 };
      send(part);
      part.n = 2;
      return Promise.resolve(part);
    },
  } satisfies Record<(typeof contractCallables)[number], Callable>,
};
