/** Payloads between the functions client and the cloud. Operation `call:<name>`, topic `stream:<name>`. */
import type { Json } from '#ports/shared.ts';

export interface CallPayload {
  readonly name: string;
  readonly input: Json;
}

/** Stream of a call: any number of parts, then one result, then the end; or the end with the error. */
export type StreamEvent = { readonly part: Json } | { readonly result: Json };
