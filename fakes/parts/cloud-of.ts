/** A cloud of the services that it is given, and its clients, which have their ports alone. */
import type { CapabilityManifest } from '#ports/capabilities.ts';
import type { ServiceName } from '#ports/control.ts';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import { cloudOptions } from '#fakes/cloud/options.ts';
import type { RulesLanguages } from '#firebase-rules/rules-languages.ts';
import { capabilitiesWith } from '#fakes/client/capabilities.ts';
import {
  type ClientOptions,
  clientOptions,
  type EmbeddedClient,
  operatedClient,
  wiringOf,
} from '#fakes/client/embedded-client.ts';
import type { PortMakers } from '#fakes/client/ports.ts';
import { CloudCore } from '#fakes/cloud/cloud-core.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import type { ServiceMakers } from '#fakes/cloud/services.ts';

/** Both halves of a service: the cloud's and the client's. */
export interface CloudPart<Name extends ServiceName> {
  readonly service: Required<ServiceMakers>[Name];
  readonly port: Required<PortMakers>[Name];
}

/** Documents, with two abilities that cost code. */
export interface DocsPart extends CloudPart<'docs'> {
  /** Whether a query that no declared index serves is refused. */
  readonly checksIndexes: boolean;
  /** Whether documents are kept in a client's stores. */
  readonly keepsDocs: boolean;
}

export type PartSet = { readonly [name in Exclude<ServiceName, 'docs'>]?: CloudPart<name> } & {
  readonly docs?: DocsPart;
};

export interface PartialCloudOptions extends CloudOptions {
  /** A language for each of the rules that are given. */
  readonly languages?: Partial<RulesLanguages>;
}

const partialCloudOptions = {
  ...cloudOptions,
  languages: { compileDocRules: true, compileDatabaseRules: true, compileStorageRules: true },
} as const satisfies OptionNames<PartialCloudOptions>;

export class PartialCloud extends CloudCore {
  readonly ports: PortMakers;
  readonly capabilities: CapabilityManifest;

  /** @throws as `CloudCore` */
  constructor(parts: PartSet, given: PartialCloudOptions) {
    checkOptions('cloudOf', given, partialCloudOptions);
    const { languages = {}, ...options } = given;
    super(halvesOf(parts, 'service'), options, { languages, functions: options.functions });
    this.ports = halvesOf(parts, 'port');
    const { compileDocRules, compileDatabaseRules, compileStorageRules } = languages;
    this.capabilities = capabilitiesWith({
      services: new Set(Object.keys(parts) as ServiceName[]),
      checksIndexes: parts.docs?.checksIndexes ?? false,
      keepsDocs: parts.docs?.keepsDocs ?? false,
      ruled: { docs: compileDocRules, realtime: compileDatabaseRules, storage: compileStorageRules },
    });
  }
}

/**
 * A cloud of these parts. Missing parts are `unimplemented` for its clients and its server code. @throws TypeError for an unknown option,
 * or one of a missing part; RulesError, PortError for an invalid value
 */
export const cloudOf = (parts: PartSet, options: PartialCloudOptions = {}): PartialCloud =>
  new PartialCloud(parts, options);

/** A client with the ports of the cloud's parts. @throws as `connect` */
export function connectTo(cloud: PartialCloud, options: ClientOptions = {}): EmbeddedClient {
  checkOptions('connectTo', options, clientOptions);
  return operatedClient(wiringOf(cloud, options.clock), options, cloud.ports, cloud.capabilities);
}

interface Halves {
  readonly service: ServiceMakers;
  readonly port: PortMakers;
}

const halvesOf = <Half extends keyof Halves>(parts: PartSet, half: Half): Halves[Half] =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part[half]])) as Halves[Half];
