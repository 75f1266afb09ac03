/** Modules of the official tools, which are installed apart (tests/official/parts). They publish no types of what is used here. */
import { createRequire } from 'node:module';

const load = createRequire(new URL('./parts/package.json', import.meta.url));

export const officialModule = <T>(name: string): T => load(`firebase-tools/lib/${name}`) as T;

/** A package that the official tools stand on. */
export const officialPackage = <T>(name: string): T =>
  createRequire(load.resolve('firebase-tools/package.json'))(name) as T;
