/** Bounds of a fault's numbers. */
import type { Fault } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';

/** @throws PortError invalid-argument */
export function checkFault(fault: Fault): void {
  switch (fault.kind) {
    case 'latency':
      atLeast('ms', fault.ms, 0);
      whole('jitterMs', fault.jitterMs ?? 0, 0);
      break;
    case 'quota':
      whole('requests', fault.requests, 0);
      atLeast('perMs', fault.perMs, 1);
      break;
    case 'crash':
      whole('afterWrites', fault.afterWrites, 0);
      break;
    case 'disconnect':
      atLeast('forMs', fault.forMs, 0);
      break;
    case 'clock-skew':
      atLeast('ms', fault.ms, -Infinity);
      break;
    case 'refuse':
    case 'lose-answer':
  }
  if ('times' in fault && fault.times !== undefined) whole('times', fault.times, 1);
}

function whole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(name, value, `a whole number from ${least} on`);
}

function atLeast(name: string, value: number, least: number): void {
  if (!Number.isFinite(value) || value < least)
    refuse(name, value, least === -Infinity ? 'a number' : `a number from ${least} on`);
}

function refuse(name: string, value: number, wanted: string): never {
  throw new PortError('invalid-argument', `\`${name}\` of a fault must be ${wanted}, not ${value}.`);
}
