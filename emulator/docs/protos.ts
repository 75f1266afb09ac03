/** The documents service as gRPC describes it, and its messages as they come out of the decoder. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import protobuf, { type Method, type Type } from 'protobufjs';
import { PortError } from '#ports/errors.ts';
import { publishedDescriptor } from './descriptor.ts';

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

/** Each method as a server or a client over gRPC takes it, by its name. */
export const documentsDefinition = once((): ServiceDefinition => {
  const methods = documentsService().methodsArray.map((method) => {
    const { name, requestStream = false, responseStream = false } = method;
    const { asked, answer } = typesOf(method);
    const definition: MethodDefinition<object, object> = {
      path: `/${service}/${name}`,
      requestStream,
      responseStream,
      requestSerialize: (message) => bytesOf(asked, message),
      requestDeserialize: (bytes) => readOr(asked, bytes),
      responseSerialize: (message) => bytesOf(answer, message),
      responseDeserialize: (bytes) => answer.toObject(answer.decode(bytes), decoding),
    };
    return [name, definition] as const;
  });
  return Object.fromEntries(methods) as ServiceDefinition;
});

/** In place of a message that can't be read. If reading threw, gRPC would give no reason, and sometimes no answer. */
export class Unreadable {
  readonly error: PortError;
  constructor(cause: unknown) {
    // The decoder's own words, but where it stumbles over an entry of a map that has no value.
    const why =
      cause instanceof Error && !(cause instanceof TypeError) ? cause.message : 'a part of it is missing';
    this.error = new PortError('invalid-argument', `This is no message of the protocol: ${why}.`, { cause });
  }
}

function readOr(type: Type, bytes: Buffer): object {
  try {
    return type.toObject(type.decode(bytes), decoding);
  } catch (error) {
    return new Unreadable(error);
  }
}

const bytesOf = (type: Type, message: object): Buffer =>
  Buffer.from(type.encode(type.fromObject(message)).finish());

/** Request and response type of each method, by its name. */
export const documentsMethods = once(
  (): ReadonlyMap<string, MethodTypes> =>
    new Map(documentsService().methodsArray.map((method) => [method.name, typesOf(method)])),
);

const documentsService = once(() =>
  Root.fromJSON(descriptor() as Parameters<typeof Root.fromJSON>[0])
    .resolveAll()
    .lookupService(service),
);

function typesOf({ name, resolvedRequestType, resolvedResponseType }: Method): MethodTypes {
  if (!resolvedRequestType || !resolvedResponseType)
    throw new Error(`The protos do not describe what ${name} is asked and answers.`);
  return { asked: resolvedRequestType, answer: resolvedResponseType };
}

/** Memoized: long to compute, and constant. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null;
  return () => (made ??= { it: make() }).it;
}

function descriptor(): Descriptor {
  const root = structuredClone(publishedDescriptor() as Descriptor);
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
