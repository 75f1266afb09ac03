/** An HTTP server of a process on a free port, with answers of a test. */
import { request as ask } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { type AnsweredRequest, type HttpServerOptions, startHttpServer } from './http-server.ts';

export async function httpServerStage(changes: Partial<HttpServerOptions> = {}) {
  const requests: AnsweredRequest[] = [];
  const failures: unknown[] = [];
  const networks: (string | null)[] = [];
  const server = await startHttpServer({
    ...{ host: '127.0.0.1', port: 0, clock: machineClock },
    origins: (port) => ['https://muster.example', `http://127.0.0.1:${port}`],
    accept: (_channel, network) => networks.push(network),
    site: (_request, response) => response.end('app'),
    files: async (_request, response) => void response.end('file'),
    signIn: async (query) => ({ html: query, headers: { 'Content-Type': 'text/html' } }),
    saml: { metadata: async () => null, page: async (html) => ({ html, headers: {} }) },
    scim: { isOn: false, answer: async () => ({ status: 200, headers: {}, body: '' }) },
    isRoute: (pathname) => pathname.startsWith('/in/'),
    handleRoute: async ({ body }) => ({ status: 202, headers: {}, body }),
    health: async () => ({ ok: true, facts: { status: 'ok' } }),
    metrics: async () => 'muster_connections 0\n',
    loggedPaths: ['/', '/in'],
    onRequest: (request) => requests.push(request),
    onFailure: (_what, error) => failures.push(error),
    ...changes,
  });
  onTestFinished(() => server.stop());
  const get = (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) =>
    new Promise<{ status: number; type: string; text: string }>((answer, failed) => {
      const { method = 'GET', headers = {}, body = '' } = options;
      const asked = ask({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += String(piece)));
        response.on('end', () =>
          answer({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
        );
      });
      asked.on('error', failed);
      asked.end(body);
    });
  const handshake = (path: string, headers: Record<string, string>) =>
    new Promise<number>((answer) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers });
      socket.on('error', () => {});
      socket.on('unexpected-response', (_, { statusCode }) => answer(statusCode ?? 0));
      socket.on('open', () => {
        socket.close();
        answer(101);
      });
    });
  return { server, requests, failures, networks, get, handshake };
}
