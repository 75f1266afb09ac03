/** The operator's hands on an embedded cloud. It has a connection of its own, so a cut network does not cut it off. */
import type { Clock } from '#fakes/cloud/clock.ts';
import type { Control } from '#ports/control.ts';
import type { Link } from './link.ts';

export function createControl(link: Link, operator: Link, clock: Clock): Control {
  const ask = <T>(operation: string, payload: unknown = null) =>
    operator.request<T>('control', operation, payload);
  return {
    now: () => clock.now() + operator.serverTimeOffset(),
    advance: (ms) => ask('advance', ms),
    setNetwork: (online) => link.setNetwork(online),
    networkOnline: () => link.networkOn(),
    onNetwork: (next) => link.onNetwork(next),
    inject: (fault) => ask('inject', fault),
    clearFaults: () => ask('clearFaults'),
    http: (request) => ask('http', request),
    inbox: () => ask('inbox'),
    accounts: () => ask('accounts'),
    publishConfig: (values) => ask('publishConfig', values),
    reset: () => ask('reset'),
  };
}
