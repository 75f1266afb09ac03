/** Expected error table, written independently of it: SDK codes by port code. */
import type { PortErrorCode } from '#ports/errors.ts';

export type ExpectedCodes = { readonly [code in PortErrorCode]?: readonly string[] };

export const pairsOf = (expected: ExpectedCodes): readonly (readonly [sdk: string, port: string])[] =>
  Object.entries(expected).flatMap(([port, codes]) => codes.map((code) => [code, port] as const));

/** In order, as often as they were written down. */
export const sdkCodesOf = (expected: ExpectedCodes): readonly string[] =>
  pairsOf(expected)
    .map(([code]) => code)
    .toSorted();

/** As the SDK throws it. */
export const coded = (code: unknown, message = 'refused'): Error =>
  Object.assign(new Error(message), { code });
