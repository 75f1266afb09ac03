/**
 * Firebase's packages as the deployed functions need them: what a start would load or work out and nothing uses is left out. A build fails
 * when a package no longer is what its rule expects.
 */
import { readFile } from 'node:fs/promises';
import type { INamespace } from 'protobufjs';
import type { Plugin } from 'vite';
import { neededProtos } from './needed-protos.ts';

type Lean = (source: string) => string;

/** The protos of one service; the documents SDK's have those of the administration of databases, too. */
const protosOf =
  (service: string): Lean =>
  (source) =>
    JSON.stringify(neededProtos(JSON.parse(source) as INamespace, service));

/** Replaces each text once. @throws Error when there is none */
const replaced =
  (...texts: readonly (readonly [from: string, to: string])[]): Lean =>
  (source) =>
    texts.reduce((made, [from, to]) => {
      if (!made.includes(from)) throw new Error(`“${from}” is missing.`);
      return made.replace(from, () => to);
    }, source);

/** Without classes of messages: `google.api=function(){…return api}()`, say. @throws Error when there are none */
const withoutMessages =
  (...namespaces: readonly string[]): Lean =>
  (source) =>
    namespaces.reduce((made, namespace) => {
      const [start, end] = [`${namespace}=function(){`, `return ${namespace.split('.').at(-1)}}()`];
      const from = made.indexOf(start);
      const to = made.indexOf(end, from);
      if (from < 0 || to < 0) throw new Error(`“${namespace}” is missing.`);
      return `${made.slice(0, from)}${namespace}={}${made.slice(to + end.length)}`;
    }, source);

const nothing: Lean = () => 'module.exports = {};';

const lazily = (name: string, of: string) =>
  `get ${name}() { const one = ${of}.toDescriptor('proto3'); return one.$type.toObject(one, descriptorOptions); },`;

/** By the end of a module's path. */
const rules: Readonly<Record<string, Lean>> = {
  '@google-cloud/firestore-api/build/protos/protos.json': protosOf('google.firestore.v1.Firestore'),
  '@google-cloud/firestore-api/build/protos/protos.js': withoutMessages(
    'firestore.admin',
    'google.api',
    'google.longrunning',
  ),
  '@google-cloud/firestore-api/build/src/v1/firestore_admin_client.js': nothing,
  'google-gax/build/protos/locations.json': protosOf('google.cloud.location.Locations'),
  'google-gax/build/protos/operations.json': protosOf('google.longrunning.Operations'),
  'google-gax/build/protos/iam_service.json': protosOf('google.iam.v1.IAMPolicy'),
  // Classes of messages of services that the documents SDK does not ask.
  'google-gax/build/protos/locations.js': nothing,
  'google-gax/build/protos/operations.js': nothing,
  'google-gax/build/protos/iam_service.js': nothing,
  // Descriptors, for servers that tell of their services.
  '@grpc/proto-loader/build/src/index.js': replaced(
    ["const messageDescriptor = message.toDescriptor('proto3');", ''],
    [
      'type: messageDescriptor.$type.toObject(messageDescriptor, descriptorOptions),',
      lazily('type', 'message'),
    ],
    ["const enumDescriptor = enumType.toDescriptor('proto3');", ''],
    ['type: enumDescriptor.$type.toObject(enumDescriptor, descriptorOptions),', lazily('type', 'enumType')],
    ['fileDescriptorProtos: fileDescriptors,', 'get fileDescriptorProtos() { return fileDescriptors(); },'],
    ['fileDescriptorProtos: fileDescriptors,', 'get fileDescriptorProtos() { return fileDescriptors(); },'],
    ["const descriptorList = root.toDescriptor('proto3').file;", ''],
    [
      'const bufferList = descriptorList.map',
      "const bufferList = () => root.toDescriptor('proto3').file.map",
    ],
  ),
};

export function leanPackages(): Plugin {
  const unmet = new Set(Object.keys(rules));
  return {
    name: 'muster-lean-packages',
    enforce: 'pre',
    load: {
      filter: { id: /node_modules\/(?:@google-cloud\/firestore-api|google-gax|@grpc\/proto-loader)\// },
      async handler(id) {
        const name = id.split('/node_modules/').at(-1) ?? id;
        const lean = rules[name];
        if (!lean) return null;
        unmet.delete(name);
        try {
          return { code: lean(await readFile(id, 'utf8')) };
        } catch (error) {
          throw new Error(`${name} is not what tools/lean-packages.ts expects.`, { cause: error });
        }
      },
    },
    buildEnd(error) {
      if (!error && unmet.size > 0)
        throw new Error(`Not loaded, against tools/lean-packages.ts: ${[...unmet].join(', ')}.`);
    },
  };
}
