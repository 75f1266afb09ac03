/** Factories of a client's ports. Ports that a client is not given report that they are missing. */
import type { CompleteBackend } from '#ports/complete.ts';
import type { ServiceName } from '#ports/control.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import type { ClientContext } from './context.ts';

export type PortMakers = {
  readonly [name in ServiceName]?: (context: ClientContext) => CompleteBackend[name];
};

/** The eight ports: each made, or one whose methods throw `unimplemented`. */
export function portsOf(makers: PortMakers, context: ClientContext): Pick<CompleteBackend, ServiceName> {
  const port = <Name extends ServiceName>(name: Name): CompleteBackend[Name] => {
    const make: PortMakers[Name] = makers[name];
    return make ? make(context) : absentPort(name);
  };
  return {
    auth: port('auth'),
    docs: port('docs'),
    realtime: port('realtime'),
    functions: port('functions'),
    storage: port('storage'),
    messaging: port('messaging'),
    config: port('config'),
    performance: port('performance'),
  };
}
