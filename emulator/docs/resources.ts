/** Documents by their own addresses, as REST has them: `GET`, `PATCH` and `DELETE` one, `GET` a collection, `POST` into one. */
import { PortError } from '#ports/errors.ts';
import type { Headers } from './caller.ts';
import { jsonOf, messageFrom, parseWireJson } from './json.ts';
import { documentsMethods } from './protos.ts';
import type { DocumentsService } from './service.ts';

/** A request whose address names something below a database's documents. */
export interface ResourceRequest {
  /** Method of HTTP, `GET`. */
  readonly verb: string;
  /** Decoded, `/v1/projects/p/databases/d/documents/teams/a`. */
  readonly address: string;
  readonly query: URLSearchParams;
  body(): Promise<string>;
  readonly headers: Headers;
}

type Json = Readonly<Record<string, unknown>>;
type Name = 'GetDocument' | 'ListDocuments' | 'CreateDocument' | 'UpdateDocument' | 'DeleteDocument';

const place = /^\/v1\/((projects\/[^/]+\/databases\/[^/]+)\/documents)\/(.+)$/u;

/** Query parameters of the URL, and their types. */
const parameters: Readonly<Record<string, 'text' | 'list' | 'truth'>> = {
  'currentDocument.exists': 'truth',
  'currentDocument.updateTime': 'text',
  documentId: 'text',
  'mask.fieldPaths': 'list',
  orderBy: 'text',
  pageSize: 'text',
  pageToken: 'text',
  showMissing: 'truth',
  'updateMask.fieldPaths': 'list',
};
/** Parameters of all of Google's interfaces, which say nothing of documents. */
const ofAll = new Set(['alt', 'key', 'prettyPrint', '$alt', '$prettyPrint']);

/** The answer; `null` for what is no document, no collection, or no verb of theirs. */
export function resources({ one }: DocumentsService): (asking: ResourceRequest) => Promise<unknown> | null {
  const methods = documentsMethods();
  return (asking) => {
    const [, root, database, path] = place.exec(asking.address) ?? [];
    if (root === undefined || database === undefined || path === undefined) return null;
    const parts = path.split('/');
    const name = methodOf(asking.verb, parts.length % 2 === 0);
    const types = name && methods.get(name);
    if (!name || !types) return null;
    const ask = async (): Promise<unknown> => {
      const about = name === 'UpdateDocument' || name === 'CreateDocument' ? await documentIn(asking) : {};
      const json = { ...parametersIn(asking.query), ...placed(name, root, parts, about) };
      const message = { ...messageFrom(types.asked, json), database };
      return jsonOf(types.answer, await one[name](message, asking.headers));
    };
    return ask();
  };
}

function methodOf(verb: string, isDocument: boolean): Name | null {
  if (verb === 'GET') return isDocument ? 'GetDocument' : 'ListDocuments';
  if (!isDocument) return verb === 'POST' ? 'CreateDocument' : null;
  if (verb === 'PATCH') return 'UpdateDocument';
  return verb === 'DELETE' ? 'DeleteDocument' : null;
}

/** Fields of the address, in the form of the method's message. */
function placed(name: Name, root: string, parts: readonly string[], document: Json): Json {
  const whole = `${root}/${parts.join('/')}`;
  if (name === 'UpdateDocument') return { document: { ...document, name: whole } };
  if (name === 'GetDocument' || name === 'DeleteDocument') return { name: whole };
  const parent = [root, ...parts.slice(0, -1)].join('/');
  const collection = { parent, collectionId: parts.at(-1) };
  return name === 'CreateDocument' ? { ...collection, document } : collection;
}

async function documentIn({ body }: ResourceRequest): Promise<Json> {
  const document = parseWireJson(await body());
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new PortError('invalid-argument', 'The body has to be a document: {"fields": {…}}.');
  return document as Json;
}

/** @throws PortError invalid-argument for one that nothing here knows */
function parametersIn(query: URLSearchParams): Json {
  const json: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    if (ofAll.has(name)) continue;
    const kind = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!kind)
      throw new PortError(
        'invalid-argument',
        `“${name}” is no parameter here; there are ${Object.keys(parameters).join(', ')}.`,
      );
    const [outer = '', inner] = name.split('.');
    const value = kind === 'list' ? query.getAll(name) : written(query.get(name) ?? '', kind);
    json[outer] = inner === undefined ? value : { ...(json[outer] as Json | undefined), [inner]: value };
  }
  return json;
}

const written = (text: string, kind: 'text' | 'truth'): unknown =>
  kind === 'truth' && (text === 'true' || text === 'false') ? text === 'true' : text;
