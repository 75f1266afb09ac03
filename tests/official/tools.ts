/** Modules of the official tools, which are installed apart (tests/official/parts) and publish no types of the parts used here. */
import { createRequire } from 'node:module';
import path from 'node:path';

const load = createRequire(path.join(import.meta.dirname, 'parts/package.json'));

export const officialModule = <T>(name: string): T => load(`firebase-tools/lib/${name}`) as T;

/** Common interface of all parts. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a part where the others find it; returns the stop function. */
export async function startPart(name: string, part: Part): Promise<() => Promise<void>> {
  const { EmulatorRegistry } = officialModule<{
    EmulatorRegistry: { start(part: Part): Promise<void>; stop(name: string): Promise<void> };
  }>('emulator/registry');
  await EmulatorRegistry.start(part);
  return () => EmulatorRegistry.stop(name);
}

/** A package that the official tools stand on. */
export const officialPackage = <T>(name: string): T =>
  createRequire(load.resolve('firebase-tools/package.json'))(name) as T;

/** Environment variable with the longest time, in seconds, for the code of functions to load. The tools' own limit of 10 s is too short at load. */
export const discoveryTimeVariable = 'FUNCTIONS_DISCOVERY_TIMEOUT';
export const discoverySeconds = 200;
