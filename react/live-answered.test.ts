/** The moment at which all that a first screen reads is answered. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import type { Observer } from '#ports/shared.ts';
import { attachLive, liveOptions, whenLiveAnswered } from './live-query.ts';

/** A live query that a component observes, as its source. */
function observed(client: QueryClient, name: string): Required<Observer<string>> {
  let source: Required<Observer<string>> | undefined;
  const options = liveOptions<string>([name], (push) => {
    source = push;
    return () => {};
  });
  onTestFinished(new QueryObserver(client, options).subscribe(() => {}));
  if (!source) throw new Error(`${name} was not subscribed to.`);
  return source;
}

function opened() {
  const client = new QueryClient();
  onTestFinished(attachLive(client));
  return client;
}

test('every observed query has a value or an error, and one without a source is skipped', async () => {
  const client = opened();
  onTestFinished(new QueryObserver(client, liveOptions(['nothing'], null)).subscribe(() => {}));
  const [incidents, pages] = [observed(client, 'incidents'), observed(client, 'pages')];
  let isAnswered = false;
  const answered = whenLiveAnswered(client).then(() => (isAnswered = true));
  incidents.next('two');
  await Promise.resolve();
  expect(isAnswered).toBe(false);
  pages.error(new PortError('permission-denied', 'No.'));
  await answered;
  expect(isAnswered).toBe(true);
});

test('a client without observers resolves at once', async () => {
  await expect(whenLiveAnswered(opened())).resolves.toBeUndefined();
});
