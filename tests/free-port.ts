/** Free port for programs that need a fixed one. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** No system gives these to those who ask for any port, or who connect somewhere: one that is free is not taken in passing. */
const [first, last] = [20_000, 32_000];

/** Port that no server uses on this machine. Use it soon: it is not reserved. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (last - first));
    if (await canListen(port, host)) return port;
  }
  throw new Error(`A hundred ports of ${host} are taken.`);
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
