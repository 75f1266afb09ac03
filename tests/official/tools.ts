/** Modules of the official tools, which are installed apart (tests/official/parts). They publish no types of what is used here. */
import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.join(import.meta.dirname, 'parts/package.json'));

export const officialModule = <T>(name: string): T => load(`firebase-tools/lib/${name}`) as T;
