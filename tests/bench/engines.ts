/** Engines in the order of the table. Peers are packages of `peers/`, which are installed for this only. */
import type { Engine } from './engine.ts';

export interface Participant {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly export: string;
  readonly peer: boolean;
}

const own = (name: string, title: string, file: string, exported: string): Participant => ({
  name,
  title,
  file: `./engines/${file}.ts`,
  export: exported,
  peer: false,
});
const peer = (name: string, title: string): Participant => ({
  name,
  title,
  file: `./peers/${name}.ts`,
  export: 'engine',
  peer: true,
});

export const participants: readonly Participant[] = [
  own('limit', 'limit: by hand, copies', 'by-hand', 'withCopies'),
  own('limit-shared', 'by hand, no copies', 'by-hand', 'withoutCopies'),
  own('cloud', 'embedded: cloud', 'embedded', 'cloud'),
  own('client', 'embedded: client, its own writes', 'embedded', 'ownClient'),
  own('guarded-client', 'embedded: client, its own writes, rules', 'embedded', 'guardedClient'),
  own('other-client', 'embedded: client, another’s writes', 'embedded', 'otherClient'),
  peer('lokijs', 'LokiJS 1.5'),
  peer('tanstack', 'TanStack DB 0.15'),
  peer('tinybase', 'TinyBase 10'),
  peer('rxdb', 'RxDB 17, memory'),
  peer('triplit', 'Triplit 1.0'),
  peer('firebase', 'Firebase SDK 13, memory, no network'),
];

export async function engineOf({ file, export: exported }: Participant): Promise<Engine> {
  const module = (await import(new URL(file, import.meta.url).href)) as Record<string, Engine>;
  const engine = module[exported];
  if (!engine) throw new Error(`${file} has no ${exported}.`);
  return engine;
}
