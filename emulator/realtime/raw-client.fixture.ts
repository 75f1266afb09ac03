/** A client that speaks the protocol word by word. */
import { WebSocket } from 'ws';
import type { Json } from '#ports/shared.ts';
import { FrameReader, framesOf } from './frames.ts';
import type { WireAnswer, WireBody, WirePush } from './wire.ts';

interface Heard {
  readonly t: 'c' | 'd';
  readonly d: { readonly r?: number; readonly b: WireAnswer } & Record<string, unknown>;
}

export interface RawClient {
  /** Handshake of the server. */
  readonly hello: { readonly ts: number; readonly v: string; readonly h: string; readonly s: string };
  /** Everything said without being asked, oldest first. */
  readonly pushes: WirePush[];
  /** Pushes and answers by their names, in the order in which they came. */
  readonly order: string[];
  /** The body may be one that no client would send. */
  ask(a: string, b: WireBody | Json): Promise<WireAnswer>;
  /** Sends a frame as it is. */
  send(frame: string): void;
  /** The next message of the control layer. */
  control(): Promise<unknown>;
  /** With the code that the server gave. */
  closed: Promise<number>;
  close(): Promise<number>;
}

export async function rawClient(address: string, query = 'v=5&ns=demo'): Promise<RawClient> {
  const socket = new WebSocket(`ws://${address}/.ws?${query}`);
  const answers = new Map<number, (answer: WireAnswer) => void>();
  const controls: unknown[] = [];
  const controlled: ((message: unknown) => void)[] = [];
  const pushes: WirePush[] = [];
  const order: string[] = [];
  const receive = (text: string) => {
    const { t, d } = JSON.parse(text) as Heard;
    if (t === 'c') {
      const next = controlled.shift();
      if (next) next(d);
      else controls.push(d);
    } else if (d.r === undefined) {
      order.push(String(d['a']));
      pushes.push(d as unknown as WirePush);
    } else {
      order.push('answer');
      answers.get(d.r)?.(d.b);
    }
  };
  const frames = new FrameReader(receive);
  socket.on('message', (data: Buffer) => frames.read(data.toString()));
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  const control = () =>
    new Promise<unknown>((resolve) => {
      if (controls.length > 0) resolve(controls.shift());
      else controlled.push(resolve);
    });
  const { d: hello } = (await control()) as { readonly d: RawClient['hello'] };
  let number = 0;
  return {
    hello,
    pushes,
    order,
    ask: (a, b) =>
      new Promise((resolve) => {
        answers.set(++number, resolve);
        for (const frame of framesOf(JSON.stringify({ t: 'd', d: { r: number, a, b } }))) socket.send(frame);
      }),
    send: (frame) => socket.send(frame),
    control,
    closed,
    close() {
      socket.close();
      return closed;
    },
  };
}
