/** Requests to the outside from a Node process. The connection is made here, to an address that was checked: nothing looks a name up again. */
import { mapFields } from '#provider-kit/visit-values.ts';
import { ADDRCONFIG } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { createGunzip } from 'node:zlib';
import type { ServerHttp } from '#ports/server/http.ts';
import { createServerHttp, type ServerHttpOptions } from '#provider-kit/http/client.ts';
import { type HttpHop, type HttpHopAnswer, type HttpNetwork, httpError } from '#provider-kit/http/network.ts';
import type { CancelSignal } from '#ports/shared.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface NodeHttpOptions extends ServerHttpOptions {
  /** Every address of a name. Default: as the machine looks names up. */
  readonly lookUp?: (name: string) => Promise<readonly string[]>;
  /** Default: a connection to just there. */
  readonly dial?: (address: string, port: number) => Socket;
  /** Certificates to trust beside Node's own, as PEM. */
  readonly authorities?: readonly string[];
}

export function openServerHttp(options: NodeHttpOptions = {}): ServerHttp {
  const { lookUp = addressesOf, dial = (host, port) => connect({ host, port }), authorities } = options;
  const network: HttpNetwork = {
    async lookUp(name) {
      try {
        return await lookUp(name);
      } catch {
        throw httpError('look-up');
      }
    },
    exchange(hop, signal) {
      const socket = dial(hop.address, hop.port);
      return exchange(hop, hop.secure ? secured(socket, hop.name, authorities) : socket, signal);
    },
    setTimer(run, delayMs) {
      const timer = setTimeout(guardListener(run), delayMs);
      return () => clearTimeout(timer);
    },
  };
  return createServerHttp(network, options);
}

/** IPv4 first: only one address is tried, and not every machine reaches those of IPv6. */
async function addressesOf(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first', hints: ADDRCONFIG });
  return found.map(({ address }) => address);
}

function secured(socket: Socket, name: string, authorities: readonly string[] = []) {
  const isName = !/^[\d.]+$|:/u.test(name);
  return connectSecurely({
    socket,
    host: name,
    ...(isName && { servername: name }),
    ...(authorities.length > 0 && { ca: [...authorities] }),
  });
}

function exchange(hop: HttpHop, socket: Socket, signal: CancelSignal): Promise<HttpHopAnswer> {
  const { method, path, headers, body, maxBytes } = hop;
  return new Promise((resolve, reject) => {
    const sent = request({
      method,
      path,
      headers: body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      createConnection: () => socket,
      setHost: false,
      maxHeaderSize: 32 * 1024,
    });
    const end = guardListener(() => {
      sent.destroy();
      socket.destroy();
    });
    signal.addEventListener('abort', end);
    sent.on(
      'error',
      guardListener((error: Error) => {
        socket.destroy();
        reject(isAboutCertificate(error) ? httpError('certificate') : httpError('connection'));
      }),
    );
    const receive = (response: IncomingMessage) => {
      // Without a listener an error after the headers would end the process.
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: mapFields(response.headers, String),
        body: bodyOf(response, response.headers['content-encoding'], maxBytes),
      });
    };
    sent.on('response', guardListener(receive, end));
    sent.end(body ?? undefined);
  });
}

/** Pieces are decoded one at a time, as they are asked for. */
async function* bodyOf(
  received: Readable,
  encoding: string | undefined,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  const bounded = upTo(received, maxBytes);
  if (encoding === undefined || encoding === '' || encoding === 'identity') yield* bounded;
  else if (encoding === 'gzip' || encoding === 'x-gzip') yield* unzipped(bounded);
  else throw httpError('encoding');
}

async function* upTo(received: Readable, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const piece of received) {
    size += (piece as Uint8Array).length;
    if (size > maxBytes) throw httpError('size');
    yield piece as Uint8Array;
  }
}

async function* unzipped(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoded = pipeline(pieces, createGunzip(), () => {});
  try {
    for await (const piece of decoded) yield piece as Uint8Array;
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? httpError('encoding') : error;
  }
}

/** OpenSSL's reasons, and Node's own of a name that is not in the certificate. */
const isAboutCertificate = (error: Error): boolean =>
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|ERR_SSL_|HOSTNAME_MISMATCH)/u.test(
    String((error as NodeJS.ErrnoException).code),
  );
