/** Firefox's own remote protocol, in so far as the tests need it: no package drives an installed Firefox in its own scope. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** `content`: the page. `chrome`: the browser itself. */
export type Scope = 'content' | 'chrome';

interface Waiter {
  done(value: unknown): void;
  failed(error: Error): void;
}

/** Messages are `LENGTH:[type, id, error, result]`. Commands are carried out one after another. */
export class Marionette {
  private readonly socket: Socket;
  private readonly waiters = new Map<number, Waiter>();
  private received = Buffer.alloc(0);
  private lastId = 0;
  private scope: Scope = 'content';
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (part) => this.read(part));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      for (const waiter of this.waiters.values()) waiter.failed(new Error('Firefox has ended.'));
      this.waiters.clear();
    });
  }

  /** @throws Error while the port is closed */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const marionette = new Marionette(socket);
    await marionette.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    await marionette.send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 120_000 });
    return marionette;
  }

  async goto(url: string): Promise<void> {
    await this.command('content', 'WebDriver:Navigate', { url });
  }

  /** Runs the body of an async function with `args`. @throws Error with what it threw */
  async run<T>(scope: Scope, body: string, args: readonly unknown[] = []): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      const args = [...arguments].slice(0, -1);
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const sandbox = { sandbox: 'muster', newSandbox: false };
    const { value } = await this.command<{ readonly value: { readonly value?: T; readonly error?: string } }>(
      scope,
      'WebDriver:ExecuteAsyncScript',
      { script, args, ...sandbox },
    );
    if (value.error !== undefined) throw new Error(value.error);
    return value.value as T;
  }

  close(): void {
    this.socket.destroy();
  }

  private command<T>(scope: Scope, name: string, parameters: object): Promise<T> {
    const turn = this.queue.then(async () => {
      if (scope !== this.scope) await this.send('Marionette:SetContext', { value: scope });
      this.scope = scope;
      return (await this.send(name, parameters)) as T;
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  private send(name: string, parameters: object): Promise<unknown> {
    const id = ++this.lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    return new Promise((done, failed) => {
      this.waiters.set(id, { done, failed });
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  private read(part: Buffer): void {
    this.received = Buffer.concat([this.received, part]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.received.length < end) return;
      const message: unknown = JSON.parse(this.received.subarray(colon + 1, end).toString());
      this.received = this.received.subarray(end);
      // The first one only greets.
      if (Array.isArray(message)) this.answered(message);
    }
  }

  private answered([, id, error, result]: readonly unknown[]): void {
    const waiter = this.waiters.get(Number(id));
    this.waiters.delete(Number(id));
    if (error === null) waiter?.done(result);
    else waiter?.failed(new Error(String((error as { readonly message?: string }).message)));
  }
}
