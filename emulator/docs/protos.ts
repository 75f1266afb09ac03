/** The documents service as gRPC describes it, and its messages as they come out of the decoder. */
import { createRequire } from 'node:module';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import protobuf, { type Type } from 'protobufjs';

const { Root } = protobuf;
const service = 'google.firestore.v1.Firestore';

interface Descriptor {
  readonly nested?: Record<string, Descriptor>;
  readonly oneofs?: Record<string, { oneof: string[] }>;
  readonly fields?: Record<string, { readonly type: string; readonly id: number }>;
}

export interface MethodTypes {
  readonly asked: Type;
  readonly answer: Type;
}

/** Large numbers and the names of enumerations as text; what was not sent is absent. */
const decoding = { longs: String, enums: String, defaults: false, oneofs: true };

export const documentsDefinition = once((): ServiceDefinition => {
  const found = fromJSON(descriptor() as Parameters<typeof fromJSON>[0], decoding)[service];
  if (!found || 'format' in found) throw new Error('The protos do not describe the documents service.');
  return found;
});

/** What each method is asked and answers, by its name. */
export const documentsMethods = once((): ReadonlyMap<string, MethodTypes> => {
  const root = Root.fromJSON(descriptor() as Parameters<typeof Root.fromJSON>[0]).resolveAll();
  return new Map(
    root.lookupService(service).methodsArray.map(({ name, requestType, responseType, parent }) => {
      const type = (of: string) => (parent ?? root).lookupType(of);
      return [name, { asked: type(requestType), answer: type(responseType) }];
    }),
  );
});

/** They are long, and never change. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null;
  return () => (made ??= { it: make() }).it;
}

function descriptor(): Descriptor {
  const require = createRequire(import.meta.url);
  const root = structuredClone(require('@google-cloud/firestore-api/build/protos/protos.json') as Descriptor);
  addVerify(root);
  return root;
}

/** The published protos lack it, and the web SDK's transactions send it. */
function addVerify(root: Descriptor): void {
  const write = ['google', 'firestore', 'v1', 'Write'].reduce<Descriptor | undefined>(
    (at, name) => at?.nested?.[name],
    root,
  );
  if (!write?.fields || !write.oneofs?.['operation']) throw new Error('The protos do not describe a write.');
  write.fields['verify'] ??= { type: 'string', id: 5 };
  const { oneof } = write.oneofs['operation'];
  if (!oneof.includes('verify')) oneof.push('verify');
}
