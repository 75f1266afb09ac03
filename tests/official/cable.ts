/** A network cable between one client and one part: it can be pulled, and plugged in again, without the part's knowing. */
import { once } from 'node:events';
import net from 'node:net';

export interface Cable {
  /** Address for the client, as `host:port`. The port is reserved until `remove`, plugged in or not. */
  readonly address: string;
  plug(on: boolean): void;
  /**
   * Cuts the connection at the client's next request with these words, and resolves then: nothing of that request arrives. @param
   * words in small letters, whatever the client writes them in
   */
  pullAt(words: string): Promise<void>;
  /**
   * Breaks the connection in place of the answer to the client's next request with these words; the request arrives. @param words
   * in small letters, whatever the client writes them in
   */
  breakBeforeAnswer(words: string): void;
  remove(): Promise<void>;
}

const host = '127.0.0.1';

/** `target`: the part's port; `null` for a cable that leads nowhere. */
export async function layCable(target: number | null): Promise<Cable> {
  const ends = new Set<net.Socket>();
  let on = target !== null;
  let breaking: { readonly words: string; done(): void } | null = null;
  let unanswered: string | null = null;

  const plug = (next: boolean) => {
    on = next && target !== null;
    if (on) return;
    for (const end of ends) end.destroy();
  };
  const breaksAt = (said: string): boolean => {
    if (!breaking || !said.toLowerCase().includes(breaking.words)) return false;
    plug(false);
    breaking.done();
    breaking = null;
    return true;
  };
  const join = (near: net.Socket) => {
    // Connections are refused at once, as without a server.
    if (!on || target === null) {
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = net.connect({ port: target, host, noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
    let isUnanswered = false;
    far.on('data', (data: Buffer) => {
      if (isUnanswered) near.destroy();
      else if (!near.write(data)) far.pause();
    });
    near.on('drain', () => far.resume());
    far.on('end', () => near.end());
    let end = '';
    near.on('data', (data: Buffer) => {
      const said = end + data.toString('latin1');
      if (breaksAt(said)) return;
      if (unanswered !== null && said.toLowerCase().includes(unanswered)) {
        unanswered = null;
        isUnanswered = true;
      }
      // Words may come in two pieces.
      end = said.slice(-200);
      if (!far.write(data)) near.pause();
    });
    far.on('drain', () => near.resume());
    near.on('end', () => far.end());
  };

  const server = net.createServer({ noDelay: true }, join).listen(0, host);
  await once(server, 'listening');
  return {
    address: `${host}:${(server.address() as net.AddressInfo).port}`,
    plug,
    pullAt: (words) =>
      new Promise((done) => {
        breaking = { words, done };
      }),
    breakBeforeAnswer(words) {
      unanswered = words;
    },
    async remove() {
      plug(false);
      server.close();
      await once(server, 'close');
    },
  };
}
