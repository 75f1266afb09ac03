/** Sends garbage of every kind to a server, one thing after the other, for as long as it is let. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import type { Random } from '#provider-kit/random.ts';
import { type Corpus, oddSession, sendSession } from './messages.ts';
import { oddDoorMessage, oddRequest, sendRaw, sendToDoor } from './requests.ts';
import type { HostileTarget } from './target.ts';

/** Inputs, the newest last. */
export class InputLog {
  private readonly inputs: string[] = [];
  count = 0;

  add(kind: string, input: unknown): void {
    this.count++;
    this.inputs.push(`${kind} ${JSON.stringify(input).slice(0, longest)}`);
    if (this.inputs.length > most) this.inputs.shift();
  }

  newest(): readonly string[] {
    return [...this.inputs];
  }
}

/** Characters of an input, and inputs, that are kept. */
const longest = 4000;
const most = 60;

/** Milliseconds between two inputs: garbage is to be odd, not to be much. */
const pauseMs = 15;

export async function attack(
  target: HostileTarget,
  url: URL,
  keys: DemoKeys,
  corpus: Corpus,
  random: Random,
  log: InputLog,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const kind = random.integer(10);
    if (kind < 3) {
      const text = oddRequest(random, url, target.paths);
      log.add('request', text);
      await sendRaw(url, text);
    } else if (kind < 5) {
      const message = oddDoorMessage(random, keys);
      log.add('door', message);
      await sendToDoor(url, message);
    } else {
      const texts = oddSession(target, random, corpus);
      log.add(
        'session',
        texts.map((text) => (typeof text === 'string' ? text : [...text])),
      );
      await sendSession(target.channel(url), texts, random.integer(2) === 0);
    }
    await wait(pauseMs);
  }
}
