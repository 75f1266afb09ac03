/** Calls of functions over the connection between browser and server. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { CancelSignal, Json } from '#ports/shared.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { toJson } from '#provider-kit/json.ts';
import { checkedInput } from './input.ts';
import type { WireService } from './peer.ts';

/** @throws PortError of the function; not-found for a name that there is not */
export type CallableRunner = (
  name: string,
  input: Json,
  caller: Caller | null,
  settings: { readonly signal: CancelSignal; readonly send: (part: Json) => void },
) => Promise<Json>;

export const functionService = (callFunction: CallableRunner): WireService => ({
  calls: {
    'functions.call'(request, peer, { signal, part }) {
      const { name, input } = isPlainObject(request) ? request : { name: null, input: null };
      if (typeof name !== 'string') throw new PortError('invalid-argument', 'The call names no function.');
      return callFunction(
        name,
        checkedInput(() => toJson(input, 'input')),
        peer.caller(),
        { signal, send: part },
      );
    },
  },
});
