/**
 * Loaded before a deployed function: what it asks of Cloud Messaging, and for a token of it, goes to the test (`TEST_PUSHES`). MSW can't be
 * used here, because it lets no HTTP/2 pass, which documents need.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const { hostname, port } = new URL(process.env['TEST_PUSHES'] ?? 'http://localhost');
const hosts: ReadonlySet<unknown> = new Set(['fcm.googleapis.com', 'oauth2.googleapis.com']);

type Parameters = readonly [
  to: string | URL | https.RequestOptions,
  options?: https.RequestOptions | ((answer: http.IncomingMessage) => void),
  answered?: (answer: http.IncomingMessage) => void,
];

const { request } = https;
Object.assign(https, {
  request(...given: Parameters): http.ClientRequest {
    const [to] = given;
    const url = to instanceof URL || typeof to === 'string' ? new URL(to) : null;
    const options = given.findLast((one) => typeof one === 'object' && !(one instanceof URL));
    const known = typeof options === 'object' && !(options instanceof URL) ? options : {};
    const host = url?.hostname ?? known.hostname ?? known.host;
    const answered = given.find((one) => typeof one === 'function');
    if (!hosts.has(host)) return Reflect.apply(request, https, given) as http.ClientRequest;
    const path = url === null ? known.path : `${url.pathname}${url.search}`;
    const { method, headers } = known;
    return http.request(
      { hostname, port, path: `/${String(host)}${path ?? '/'}`, method, headers },
      answered,
    );
  },
});
syncBuiltinESMExports();
