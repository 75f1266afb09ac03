/** The services of a cloud, and what makes each: a cloud has those that it is given. */
import type { ServiceName } from '#ports/control.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import type { AuthService } from './auth/service.ts';
import type { CloudOptions } from './cloud-options.ts';
import type { ConfigService } from './config/service.ts';
import type { DocsService } from './docs/service.ts';
import type { FunctionsService } from './functions/service.ts';
import type { MessagingService } from './messaging/service.ts';
import type { RealtimeService } from './realtime/service.ts';
import type { CloudService, Platform } from './service.ts';
import type { StorageService } from './storage/service.ts';

/** Each kind of service by its name. */
export interface ServiceKinds {
  readonly auth: AuthService;
  readonly docs: DocsService;
  readonly realtime: RealtimeService;
  readonly functions: FunctionsService;
  readonly storage: StorageService;
  readonly messaging: MessagingService;
  readonly config: ConfigService;
  readonly performance: CloudService;
}

export type ServiceMakers = { readonly [name in ServiceName]?: (platform: Platform) => ServiceKinds[name] };

export type CloudServices = { readonly [name in ServiceName]?: ServiceKinds[name] };

/** Makes each service that there is a maker for. */
export const madeServices = (makers: ServiceMakers, platform: Platform): CloudServices =>
  Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(platform)])) as CloudServices;

/** A service that a request needs. @throws PortError unimplemented where the cloud was made without it */
export function serviceOf<Name extends ServiceName>(services: CloudServices, name: Name): ServiceKinds[Name] {
  const service: CloudServices[Name] = services[name];
  if (!service) throw absentService(name);
  return service as ServiceKinds[Name];
}

export const absentService = (name: string): PortError =>
  new PortError('unimplemented', `This cloud was made without ${name}.`);

/** The services with the server's authority. */
export const serverPortsOf = ({
  auth,
  docs,
  realtime,
  functions,
  storage,
  messaging,
  config,
}: CloudServices): Pick<
  ServerPorts,
  'docs' | 'users' | 'push' | 'storage' | 'realtime' | 'config' | 'tasks'
> => ({
  docs: docs?.server ?? absentPort('docs'),
  users: auth?.server ?? absentPort('auth'),
  push: messaging?.server ?? absentPort('messaging'),
  storage: storage?.server ?? absentPort('storage'),
  realtime: realtime?.server ?? absentPort('realtime'),
  config: config?.server ?? absentPort('config'),
  tasks: functions?.server ?? absentPort('functions'),
});

export interface CloudOperation {
  readonly service: ServiceName;
  readonly kind: 'request' | 'topic';
  readonly operation: string;
}

/** All requests and topics of the services. */
export const operationsOf = (services: CloudServices): readonly CloudOperation[] =>
  Object.values(services).flatMap(({ name: service, requests, topics = {} }) => [
    ...Object.keys(requests).map((operation) => ({ service, kind: 'request', operation }) as const),
    ...Object.keys(topics).map((operation) => ({ service, kind: 'topic', operation }) as const),
  ]);

/** Options that only one service reads. */
const optionsOf = {
  functions: 'functions',
  config: 'config',
  configTemplate: 'config',
  indexes: 'docs',
  webPush: 'messaging',
  passwords: 'auth',
  auth: 'auth',
  onMessage: 'auth',
} as const satisfies { readonly [name in keyof CloudOptions]?: ServiceName };

const rulesOf = { firestore: 'docs', database: 'realtime', storage: 'storage' } as const;

/** @throws TypeError for an option of a service that the cloud is made without */
export function checkServiceOptions(makers: ServiceMakers, options: CloudOptions): void {
  const check = (option: string, name: ServiceName) => {
    if (!makers[name])
      throw new TypeError(`The option “${option}” is for ${name}, which this cloud is made without.`);
  };
  for (const [option, name] of Object.entries(optionsOf))
    if (options[option as keyof typeof optionsOf] !== undefined) check(option, name);
  for (const [option, name] of Object.entries(rulesOf))
    if (options.rules?.[option as keyof typeof rulesOf] !== undefined) check(`rules.${option}`, name);
}
