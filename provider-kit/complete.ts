import type { Complete } from '#ports/complete.ts';

/** A port that has every extension. @throws TypeError for one that is missing */
export function complete<Port extends object>(port: Port): Complete<Port> {
  const missing = Object.entries(port).find(([, extension]) => extension === null);
  if (missing) throw new TypeError(`${missing[0]} is missing.`);
  return port as Complete<Port>;
}
