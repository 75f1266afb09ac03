/** Codes of firebase/performance as codes of the port. Checks come first, so few of them are ever met. */
import type { PortError } from '#ports/errors.ts';
import { type CodeTable, portErrorFrom } from '../errors.ts';

export const performanceCodes = {
  'performance/trace started': 'performance/invalid-trace',
  'performance/trace stopped': 'performance/invalid-trace',
  'performance/nonpositive trace startTime': 'performance/invalid-trace',
  'performance/nonpositive trace duration': 'performance/invalid-trace',
  'performance/no window': 'unimplemented',
  'performance/no app id': 'invalid-argument',
  'performance/no project id': 'invalid-argument',
  'performance/no api key': 'invalid-argument',
  'performance/invalid cc log': 'internal',
  'performance/FB not default': 'failed-precondition',
  'performance/RC response not ok': 'unavailable',
  'performance/invalid attribute name': 'performance/invalid-attribute',
  'performance/invalid attribute value': 'performance/invalid-attribute',
  'performance/invalid custom metric name': 'performance/invalid-metric',
  'performance/invalid String merger input': 'internal',
  'performance/already initialized': 'failed-precondition',
} as const satisfies CodeTable;

export const performanceError = (error: unknown): PortError => portErrorFrom(performanceCodes, error);
