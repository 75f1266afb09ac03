/** Checks of the payloads of the operator's door. */
import * as v from 'valibot';
import type { Fault } from '#ports/control.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { HttpRequest } from '#ports/server/handlers.ts';
import { platformPath } from '#firebase-rules/platform/arguments.ts';
import {
  checkBy,
  fields,
  noPayload,
  type PayloadChecks,
  portField,
  payloadRecord,
  text,
} from '../payloads.ts';

interface ControlPayloads {
  readonly advance: number;
  readonly inject: Fault;
  readonly clearFaults: null;
  readonly http: HttpRequest;
  readonly inbox: null;
  readonly authenticator: null;
  readonly accounts: null;
  readonly readDocument: string;
  readonly publishConfig: Readonly<Record<string, string | null>>;
  readonly refusals: null;
  readonly publishConfigFile: string;
  readonly reset: null;
  readonly exportCloud: null;
  readonly importCloud: string;
}

const published = payloadRecord(v.nullable(text(1_000_000)), { longestName: 1000, most: 10_000 });

export const controlPayloads: PayloadChecks<ControlPayloads> = {
  advance: checkBy(v.pipe(v.number(), v.finite())),
  // Its numbers are checked with those of faults that a test injects.
  inject: checkBy(v.custom<Fault>(isPlainObject, 'a fault is expected.')),
  clearFaults: noPayload,
  http: checkBy(
    fields({
      method: text(20),
      path: v.string(),
      headers: payloadRecord(v.string(), { longestName: 1000, most: 1000 }),
      body: v.string(),
    }),
  ),
  inbox: noPayload,
  authenticator: noPayload,
  accounts: noPayload,
  readDocument: checkBy(portField(platformPath)),
  publishConfig: checkBy(published),
  refusals: noPayload,
  publishConfigFile: checkBy(v.string()),
  reset: noPayload,
  exportCloud: noPayload,
  importCloud: checkBy(v.string()),
};
