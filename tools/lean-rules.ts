/** How modules of packages are made lean, by the end of their path. */
import { type Lean, loadedAtUse, messagesOnFirstUse, nodeIsIn, protosOf, replaced } from './lean-text.ts';

const firestore = '@google-cloud/firestore/build/';
const api = '@google-cloud/firestore-api/build/';
const gax = 'google-gax/build/';
const grpc = '@grpc/grpc-js/build/src/';
const descriptors = 'require("protobufjs/ext/descriptor")';

const lazily = (name: string, of: string) =>
  `get ${name}() { ${descriptors}; const one = ${of}.toDescriptor('proto3'); return one.$type.toObject(one, descriptorOptions); },`;

export const leanRules: Readonly<Record<string, Lean>> = {
  [`${api}protos/protos.json`]: protosOf('google.firestore.v1.Firestore'),
  [`${api}protos/protos.js`]: messagesOnFirstUse,
  [`${firestore}src/serializer.js`]: loadedAtPipelines,
  // The places of databases: nothing asks for them.
  [`${api}src/v1/firestore_client.js`]: replaced([
    'this.locationsClient = new this._gaxModule.LocationsClient(this._gaxGrpc, opts);',
    `let locations;
        Object.defineProperty(this, 'locationsClient', {
            get: () => (locations ??= new this._gaxModule.LocationsClient(this._gaxGrpc, opts)),
        });`,
  ]),
  [`${gax}protos/locations.json`]: protosOf('google.cloud.location.Locations'),
  // A process of the machine, for credentials of other clouds and of a developer.
  [`${gax}src/grpc.js`]: loadedAtUse(
    'const child_process_1 = require("child_process");',
    'child_process_1',
    '(0, child_process_1.execFile)(',
    'require("child_process").execFile(',
  ),
  'google-auth-library/build/src/auth/googleauth.js': loadedAtUse(
    'const child_process_1 = require("child_process");',
    'child_process_1',
    '(0, child_process_1.exec)(',
    'require("child_process").exec(',
  ),
  'google-auth-library/build/src/auth/pluggable-auth-handler.js': loadedAtUse(
    'const childProcess = require("child_process");',
    'childProcess',
    'childProcess.spawn(',
    'require("child_process").spawn(',
  ),
  // A copy of the process's properties makes its streams.
  'google-logging-utils/build/src/logging-utils.js': replaced([
    'const process = __importStar(require("process"));',
    'const process = require("process");',
  ]),
  // Keys of App Check.
  'firebase-admin/lib/utils/jwt.js': loadedAtUse(
    'const jwks = require("jwks-rsa");',
    'jwks',
    'this.client = jwks({',
    'this.client = require("jwks-rsa")({',
  ),
  'jwks-rsa/src/utils.js': replaced(
    ["const jose = require('jose');", ''],
    ['const results = [];', "const results = [];\n  const jose = await import('jose');"],
  ),
  'jsonwebtoken/lib/asymmetricKeyDetailsSupported.js': nodeIsIn('>=15.7.0'),
  'jsonwebtoken/lib/rsaPssKeyDetailsSupported.js': nodeIsIn('>=16.9.0'),
  'jsonwebtoken/lib/psSupported.js': nodeIsIn('^6.12.0 || >=8.0.0'),
  // Descriptors, for servers that tell of their services.
  '@grpc/proto-loader/build/src/index.js': replaced(
    [
      `const descriptor = ${descriptors};`,
      `const descriptor = {
        get FileDescriptorProto() { return ${descriptors}.FileDescriptorProto; },
        get FileDescriptorSet() { return ${descriptors}.FileDescriptorSet; },
      };`,
    ],
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
      `const bufferList = () => (${descriptors}, root).toDescriptor('proto3').file.map`,
    ],
  ),
};

const ofGax = [`${gax}src/index.js`, `${gax}src/fallback.js`];

/** Modules that are left out, with the ones that import them: these hand them on, or use them in what nothing here asks for. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  [`${api}src/v1/firestore_admin_client.js`]: [`${api}src/v1/index.js`],
  // Services beside documents: access policies, locations, long operations, uploads in parts.
  [`${gax}protos/iam_service.js`]: ofGax,
  [`${gax}protos/locations.js`]: ofGax,
  [`${gax}protos/operations.js`]: [...ofGax, `${gax}src/longRunningCalls/longrunning.js`],
  [`${gax}src/iamService.js`]: ofGax,
  [`${gax}src/operationsClient.js`]: ofGax,
  [`${gax}src/resumableUpload.js`]: [...ofGax, `${gax}src/descriptor.js`],
  // Servers.
  [`${grpc}server.js`]: [`${grpc}index.js`],
  [`${grpc}server-interceptors.js`]: [`${grpc}index.js`],
  // A middleware, which asks for `jose` at the start.
  'jwks-rsa/src/integrations/passport.js': ['jwks-rsa/src/index.js'],
};

/** Values as messages, which pipelines alone need. */
function loadedAtPipelines(source: string): string {
  if (/\bValue\.(?!fromObject\()/.test(source)) throw new Error('“Value” is used otherwise.');
  return loadedAtUse(
    'const firestore_v1_proto_api_1 = require("../protos/firestore_v1_proto_api");',
    'firestore_v1_proto_api_1',
    'var Value = firestore_v1_proto_api_1.google.firestore.v1.Value;',
    `const Value = {
      fromObject: (value) => require("../protos/firestore_v1_proto_api").google.firestore.v1.Value.fromObject(value),
    };`,
  )(source);
}
