/**
 * Import first: the SDK in Node compiles the protocol of documents for every client, which takes a fifth of the time of their contract.
 * Here each definition is compiled once a process.
 */
import { createRequire } from 'node:module';

interface ProtoLoader {
  fromJSON: (json: object, options: object) => object;
}

const { resolve } = createRequire(import.meta.url);
const loader = createRequire(resolve('@firebase/firestore'))('@grpc/proto-loader') as ProtoLoader;
const { fromJSON } = loader;
const kept = new WeakMap<object, object>();

loader.fromJSON = (json, options) => {
  const made = kept.get(json) ?? fromJSON(json, options);
  kept.set(json, made);
  return made;
};
