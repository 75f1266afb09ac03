/** Checks of payloads on arrival. */
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { checkTreeRequest } from '#query/tree/check-requests.ts';
import { checkWith, noPayload, type PayloadCheck } from '../payloads.ts';
import type { RealtimeOperation } from './protocol.ts';

const checkedWith = (check: (payload: unknown) => void): PayloadCheck =>
  checkWith((payload) => {
    check(payload);
    return payload;
  });

/** Refused is what is not of the shape that an operation takes, and what the tree can't hold. */
export const realtimePayloads: { readonly [name in RealtimeOperation | 'listen']: PayloadCheck } = {
  get: checkedWith(checkTreeRequest.get),
  listen: checkedWith(checkTreeRequest.listen),
  set: checkedWith(checkTreeRequest.set),
  update: checkedWith(checkTreeRequest.update),
  setPriority: checkedWith(checkTreeRequest.setPriority),
  transaction: checkedWith((payload) => {
    checkTreeRequest.transaction(payload);
    if (isPlainObject(payload) && 'hash' in payload && typeof payload['hash'] !== 'string')
      throw new TypeError('This has to be a hash.');
  }),
  onDisconnect: checkedWith(checkTreeRequest.onDisconnect),
  identity: noPayload,
  goodbye: noPayload,
};
