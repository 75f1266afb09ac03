/** Samples of every request and subscription that the ports make. */
import type { Backend } from '#ports/backend.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { arrayUnion, increment, serverTimestamp } from '#ports/docs/values.ts';
import { incrementBy } from '#ports/realtime/realtime.ts';

type Step = () => unknown;

/** Steps in order; each may be refused where rules say so. `email`: of a new account. */
export function requestsOf(member: Backend, email: string): readonly Step[] {
  const { auth, docs, realtime, functions, storage, messaging, config, performance } = member;
  const next = () => {};
  const error = () => {};
  return [
    () => auth.createUser({ email, password: 'correct horse' }),
    () => auth.updateProfile({ displayName: 'E' }),
    () => auth.mail?.sendPasswordReset(email),
    () => auth.factors?.totp?.start().catch(() => null),
    () =>
      docs.watchQuery(query('notes', where('n', '>', 0), orderBy('n', 'desc'), limit(5)), { next, error }),
    () => docs.watchQuery(query('notes'), { next, error }),
    () => docs.watch('notes/own-1', { next, error }),
    () =>
      docs.batch([
        {
          type: 'set',
          path: 'notes/a',
          data: { n: increment(1), at: serverTimestamp(), list: arrayUnion(1) },
        },
        { type: 'update', path: 'notes/a', changes: { deep: { er: [1, { two: 2 }] } } },
      ]),
    () =>
      docs.transactions?.run(async (own) => {
        await own.get('notes/a');
        own.write({ type: 'delete', path: 'notes/b' });
      }),
    () => docs.find(query('notes', where('n', 'in', [1, 2])), { source: 'server' }),
    () => docs.aggregates?.compute(query('notes'), { all: { count: true } }),
    () => realtime.watch({ path: 'own', orderBy: 'value', limitToFirst: 3 }, { next, error }),
    () => realtime.watch('own', { next, error }),
    () => realtime.set('own/set', { a: [1, 2], b: incrementBy(1) }, 1),
    () => realtime.update('own', { 'c/d': 1, e: null }),
    () => realtime.transactions?.run('own/count', (count) => Number(count) + 1),
    () => realtime.disconnects?.at('own/last').set(1),
    () => functions.call('echo', { text: 'x' }),
    () => storage.upload('own/file', new Uint8Array(2000), { contentType: 'text/plain' }).done,
    () => storage.listing?.list('own'),
    () => storage.content?.read('own/file'),
    () => storage.remove('own/file'),
    () => messaging.register({ ask: true }),
    () => config.live?.watch({ next, error }),
    () => config.remote?.fetch(),
    () => {
      const trace = performance.trace('a');
      trace.start();
      trace.stop();
    },
  ];
}
