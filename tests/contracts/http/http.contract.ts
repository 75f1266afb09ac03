/** The promises of `ServerHttp`, over a network of names and servers that a scenario scripts. */
import { describe, expect, it } from 'vitest';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingAnswer, OutgoingRequest, ServerHttp } from '#ports/server/http.ts';
import type { ServerHttpOptions } from '#provider-kit/http/client.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Served {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The body is never completed, and the connection stays open. */
  readonly stalls?: boolean;
}

/** The outside of one scenario. */
export interface Outside {
  /** Results of the look-ups of a name, in turn; the last one repeats. */
  name(name: string, ...answers: readonly (readonly string[])[]): void;
  /** Serves an address. */
  serve(address: string, answer: (request: SeenRequest) => Served): Promise<void>;
  http(options?: ServerHttpOptions): ServerHttp;
  /** Advances time beyond the timeout of a request. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const publicAddress = '93.184.215.14';
const otherPublic = '151.101.1.69';

const text = ({ body }: OutgoingAnswer) => new TextDecoder().decode(body);

/** The reason of a refusal; fails the test when there is an answer. */
async function refusal(sending: Promise<OutgoingAnswer>): Promise<unknown> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isPortError(error)) throw error ?? new Error('It was expected to be refused, and was answered.');
  return (error.details as { readonly reason?: unknown } | null)?.reason;
}

export function httpContract(name: string, open: () => Promise<Outside>): void {
  const scenario = (title: string, run: (outside: Outside) => Promise<void>) =>
    it(title, async () => {
      const outside = await open();
      try {
        await run(outside);
      } finally {
        await outside.close();
      }
    });

  describe(`server http · ${name}`, () => {
    scenario('send returns status, headers and body', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      await outside.serve(publicAddress, ({ path, headers }) => ({
        headers: { 'content-type': 'text/calendar', etag: '"one"' },
        body: `${path} of ${headers['host']}`,
      }));
      const answer = await outside.http().send({ url: 'http://calendar.test/feed?x=1#part' });
      expect(answer).toMatchObject({ status: 200, version: { etag: '"one"', lastModified: null } });
      expect(answer.headers['content-type']).toBe('text/calendar');
      expect(text(answer)).toBe('/feed?x=1 of calendar.test');
    });

    scenario('an error status is returned as an answer', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      await outside.serve(publicAddress, () => ({ status: 404, body: 'none' }));
      expect(await outside.http().send({ url: 'http://calendar.test/' })).toMatchObject({ status: 404 });
    });

    scenario(
      'a conditional request sends the known version, and an unchanged answer has no body',
      async (outside) => {
        outside.name('calendar.test', [publicAddress]);
        await outside.serve(publicAddress, ({ headers }) =>
          headers['if-none-match'] === '"one"' &&
          headers['if-modified-since'] === 'Tue, 24 Nov 2026 10:00:00 GMT'
            ? { status: 304 }
            : { body: 'new' },
        );
        const known = { etag: '"one"', lastModified: 'Tue, 24 Nov 2026 10:00:00 GMT' };
        const answer = await outside.http().send({ url: 'http://calendar.test/', known });
        expect([answer.status, answer.body.length]).toEqual([304, 0]);
        const other = { etag: '"two"\r\nx: y', lastModified: null };
        expect(text(await outside.http().send({ url: 'http://calendar.test/', known: other }))).toBe('new');
      },
    );

    scenario('a POST sends its body and headers', async (outside) => {
      outside.name('monitor.test', [publicAddress]);
      await outside.serve(publicAddress, ({ method, headers, body }) => ({
        body: `${method} ${headers['content-type']} ${body}`,
      }));
      const answer = await outside.http().send({
        url: 'http://monitor.test/ping',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"up":"✓"}',
      });
      expect(text(answer)).toBe('POST application/json {"up":"✓"}');
    });

    scenario('a redirect of a POST is returned as an answer', async (outside) => {
      outside.name('monitor.test', [publicAddress]);
      await outside.serve(publicAddress, () => ({ status: 307, headers: { location: '/other' } }));
      const answer = await outside.http().send({ url: 'http://monitor.test/', method: 'POST', body: '' });
      expect(answer.status).toBe(307);
    });

    scenario('send follows five redirects, also relative ones, and rejects a sixth', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      await outside.serve(publicAddress, ({ path }) => {
        const left = Number(path.slice(1));
        return left === 0 ? { body: 'there' } : { status: 302, headers: { location: `/${left - 1}` } };
      });
      expect(text(await outside.http().send({ url: 'http://calendar.test/5' }))).toBe('there');
      expect(await refusal(outside.http().send({ url: 'http://calendar.test/6' }))).toBe('redirects');
    });

    scenario('headers are not sent to another origin', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      outside.name('other.test', [otherPublic]);
      const echo = ({ headers }: SeenRequest) => ({ body: headers['authorization'] ?? 'none' });
      await outside.serve(publicAddress, (request) =>
        request.path === '/away'
          ? { status: 301, headers: { location: 'http://other.test/' } }
          : request.path === '/here'
            ? { status: 301, headers: { location: '/echo' } }
            : echo(request),
      );
      await outside.serve(otherPublic, echo);
      const headers = { authorization: 'Bearer secret' };
      expect(text(await outside.http().send({ url: 'http://calendar.test/here', headers }))).toBe(
        'Bearer secret',
      );
      expect(text(await outside.http().send({ url: 'http://calendar.test/away', headers }))).toBe('none');
    });

    scenario('a private address is rejected in any notation', async (outside) => {
      await outside.serve('127.0.0.1', () => ({ body: 'inside' }));
      outside.name('inside.test', ['127.0.0.1']);
      outside.name('mixed.test', [publicAddress, '10.0.0.1']);
      const written = [
        'http://inside.test/',
        'http://mixed.test/',
        'http://127.0.0.1/',
        'http://127.1/',
        'http://2130706433/',
        'http://0x7f.0.0.1/',
        'http://0177.0.0.1/',
        'http://[::1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://[64:ff9b::7f00:1]/',
        'http://[fe80::1]/',
        'http://169.254.169.254/latest/meta-data/',
      ];
      const reasons = await Promise.all(
        written.map(async (url) => [url, await refusal(outside.http().send({ url }))]),
      );
      expect(reasons).toEqual(written.map((url) => [url, 'private']));
    });

    scenario('a redirect to a private address is rejected', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      outside.name('inside.test', ['192.168.1.1']);
      await outside.serve('192.168.1.1', () => ({ body: 'inside' }));
      await outside.serve(publicAddress, ({ path }) => ({
        status: 302,
        headers: { location: path === '/name' ? 'http://inside.test/' : 'http://192.168.1.1/' },
      }));
      expect(await refusal(outside.http().send({ url: 'http://calendar.test/name' }))).toBe('private');
      expect(await refusal(outside.http().send({ url: 'http://calendar.test/address' }))).toBe('private');
    });

    scenario(
      'the connection uses the checked address, whatever the next look-up returns',
      async (outside) => {
        outside.name('turning.test', [publicAddress], ['127.0.0.1']);
        await outside.serve(publicAddress, ({ path }) =>
          path === '/again' ? { status: 302, headers: { location: '/' } } : { body: 'outside' },
        );
        await outside.serve('127.0.0.1', () => ({ body: 'inside' }));
        expect(text(await outside.http().send({ url: 'http://turning.test/' }))).toBe('outside');
        outside.name('turning.test', [publicAddress], ['127.0.0.1']);
        expect(await refusal(outside.http().send({ url: 'http://turning.test/again' }))).toBe('private');
      },
    );

    scenario('a host allowed by the operator may be private, and other hosts may not', async (outside) => {
      outside.name('calendar.lan', ['127.0.0.1']);
      outside.name('other.lan', ['127.0.0.1']);
      await outside.serve('127.0.0.1', () => ({ status: 302, headers: { location: 'http://other.lan/' } }));
      const http = outside.http({ allowedHosts: ['Calendar.lan'] });
      expect(await http.send({ url: 'http://calendar.lan/', method: 'POST', body: '' })).toMatchObject({
        status: 302,
      });
      expect(await refusal(http.send({ url: 'http://calendar.lan/' }))).toBe('private');
      expect(await refusal(http.send({ url: 'http://calendar.lan:81/' }))).toBe('port');
    });

    scenario('other schemes, ports, user names and long addresses are rejected', async (outside) => {
      const refusals: Readonly<Record<string, string>> = {
        'ftp://calendar.test/': 'address',
        'file:///etc/passwd': 'address',
        'data:text/plain,x': 'address',
        'calendar.test/feed': 'address',
        'http://': 'address',
        'http://1.2.3.4.5/': 'address',
        [`https://calendar.test/${'x'.repeat(2000)}`]: 'address',
        'http://me@calendar.test/': 'credentials',
        'http://:secret@calendar.test/': 'credentials',
        'http://calendar.test:22/': 'port',
        'http://calendar.test:443/': 'port',
        'https://calendar.test:80/': 'port',
        'http://nowhere.test/': 'look-up',
      };
      const reasons = await Promise.all(
        Object.keys(refusals).map(async (url) => [url, await refusal(outside.http().send({ url }))]),
      );
      expect(Object.fromEntries(reasons)).toEqual(refusals);
    });

    scenario('a redirect with a user name is rejected', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      await outside.serve(publicAddress, () => ({
        status: 302,
        headers: { location: 'http://me:secret@calendar.test/' },
      }));
      expect(await refusal(outside.http().send({ url: 'http://calendar.test/' }))).toBe('credentials');
    });

    scenario('an answer larger than maxBytes is rejected, and one of that size is not', async (outside) => {
      outside.name('calendar.test', [publicAddress]);
      await outside.serve(publicAddress, () => ({ body: 'x'.repeat(100_000) }));
      const http = outside.http();
      const url = 'http://calendar.test/';
      expect((await http.send({ url, maxBytes: 100_000 })).body).toHaveLength(100_000);
      expect(await refusal(http.send({ url, maxBytes: 99_999 }))).toBe('size');
    });

    scenario('an answer that does not end in time is rejected', async (outside) => {
      outside.name('slow.test', [publicAddress]);
      await outside.serve(publicAddress, () => ({ body: 'begun', stalls: true }));
      const given = refusal(outside.http().send({ url: 'http://slow.test/', timeoutMs: 200 }));
      await outside.pass(200);
      expect(await given).toBe('time');
    });

    scenario('an error about an unreachable server does not contain its name', async (outside) => {
      outside.name('gone.test', [publicAddress]);
      const sending = outside.http().send({ url: 'http://gone.test/secret' });
      const error = await sending.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'unavailable', details: { reason: 'connection' } });
      expect(JSON.stringify([(error as Error).message, (error as Error).cause ?? null])).not.toMatch(
        /gone|secret/u,
      );
    });

    scenario('invalid requests throw a TypeError', async (outside) => {
      const bad: readonly Partial<OutgoingRequest>[] = [
        { maxBytes: 0 },
        { maxBytes: 6 * 1024 * 1024 },
        { timeoutMs: 60_001 },
        { body: 'of a GET' },
        { method: 'POST', body: '€'.repeat(22_000) },
        { headers: { host: 'other.test' } },
        { headers: { 'x-two': 'a\r\nb: c' } },
      ];
      for (const request of bad)
        await expect(
          outside.http().send({ url: 'http://calendar.test/', ...request }),
        ).rejects.toBeInstanceOf(TypeError);
    });
  });
}
