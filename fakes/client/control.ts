/** Operator's controls of an embedded cloud, over a connection of their own: a cut network does not affect it. */
import { checkFault } from '#fakes/cloud/fault-checks.ts';
import type { Control } from '#ports/control.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';
import { Listeners } from '#provider-kit/listeners.ts';
import type { ClientContext } from './context.ts';
import type { CloudLink } from './link.ts';
import type { SkewedClock } from './skew.ts';

export function createControl(context: ClientContext, operator: CloudLink, clock: SkewedClock): Control {
  const { link } = context;
  const networks = new Listeners<boolean>(context);
  link.onNetwork((online) => networks.emit(online));
  context.onDispose(() => networks.dispose());
  const ask = <T>(operation: string, payload: unknown = null) =>
    operator.request<T>('control', operation, payload);
  return {
    now: () => clock.now() + operator.serverTimeOffset(),
    advance: (ms) => ask('advance', ms),
    setNetwork: (online) => link.setNetwork(online),
    networkOnline: () => link.networkOn(),
    onNetwork: (next) => networks.add(next),
    async inject(fault) {
      checkFault(fault);
      if (fault.kind === 'clock-skew') clock.setSkew(fault.ms);
      await ask('inject', fault);
    },
    clearFaults() {
      clock.setSkew(0);
      return ask('clearFaults');
    },
    http: (request) => ask('http', request),
    inbox: () => ask('inbox'),
    authenticator: () => ask('authenticator'),
    accounts: () => ask('accounts'),
    async readDocument(path) {
      checkDocumentPath(path);
      return ask('readDocument', path);
    },
    publishConfig: (values) => ask('publishConfig', values),
    refusals: () => ask('refusals'),
    publishConfigFile: (json) => ask('publishConfigFile', json),
    reset: () => ask('reset'),
    exportCloud: () => ask('exportCloud'),
    importCloud: (text) => ask('importCloud', text),
  };
}
