/** The documents service as gRPC describes it, and its messages as they come out of the decoder. */
import { createRequire } from 'node:module';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

interface Descriptor {
  readonly nested?: Record<string, Descriptor>;
  readonly oneofs?: Record<string, { oneof: string[] }>;
  readonly fields?: Record<string, { readonly type: string; readonly id: number }>;
}

/** Large numbers and the names of enumerations as text; what was not sent is absent. */
const decoding = { longs: String, enums: String, defaults: false, oneofs: true };

export function documentsService(): ServiceDefinition {
  const require = createRequire(import.meta.url);
  const root = structuredClone(require('@google-cloud/firestore-api/build/protos/protos.json') as Descriptor);
  addVerify(root);
  const found = fromJSON(root as Parameters<typeof fromJSON>[0], decoding)['google.firestore.v1.Firestore'];
  if (!found || 'format' in found) throw new Error('The protos do not describe the documents service.');
  return found;
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
