/** Text of a lean module, changed from the original. */
import type { INamespace } from 'protobufjs';
import { neededProtos } from './needed-protos.ts';

export type Lean = (source: string) => string;

/** Replaces each text once. @throws Error when there is none */
export const replaced =
  (...texts: readonly (readonly [from: string, to: string])[]): Lean =>
  (source) =>
    texts.reduce((made, [from, to]) => {
      if (!made.includes(from)) throw new Error(`“${from}” is missing.`);
      return made.replace(from, () => to);
    }, source);

/** Loads a package where its one use is, instead of where its module starts. @throws Error when it is used otherwise */
export const loadedAtUse =
  (loading: string, name: string, use: string, to: string): Lean =>
  (source) => {
    const made = replaced([loading, ''], [use, to])(source);
    if (new RegExp(`\\b${name}\\b(?![-"])`).test(made)) throw new Error(`“${name}” is used more than once.`);
    return made;
  };

/** The protos of one service; the documents SDK's have those of the administration of databases, too. */
export const protosOf =
  (service: string): Lean =>
  (source) =>
    JSON.stringify(neededProtos(JSON.parse(source) as INamespace, service));

/** A range of Node's versions that `jsonwebtoken` asks `semver` for; the functions run on Node 22. */
export const nodeIsIn =
  (range: string): Lean =>
  (source) => {
    const asked = `semver.satisfies(process.version, '${range}')`;
    return replaced([asked, 'true'])(source.replace(/^(?:const|var) semver = require\('semver'\);$/m, ''));
  };

/** Classes of the messages of `protos.json`, made when the first is asked for; the module's own are a megabyte of code. */
export const messagesOnFirstUse: Lean = () => `
const protobuf = require('protobufjs');
const inside = ({ nestedArray }) => Object.fromEntries(nestedArray.map((one) => [one.name, exposed(one)]));
function exposed(one) {
  if (one instanceof protobuf.Enum) return one.values;
  if (!(one instanceof protobuf.Namespace)) return one;
  return one instanceof protobuf.Type ? Object.assign(one.ctor, inside(one)) : inside(one);
}
let google;
Object.defineProperty(exports, 'google', {
  enumerable: true,
  get: () => (google ??= exposed(protobuf.Root.fromJSON(require('./protos.json')).resolveAll().lookup('google'))),
});`;
