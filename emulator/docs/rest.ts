/** Questions over REST, with one answer, or with several: these come as a list. */
import { PortError } from '#ports/errors.ts';
import type { Headers } from './caller.ts';
import { jsonOf, messageFrom, parseWireJson } from './json.ts';
import { documentsMethods } from './protos.ts';
import type { DocumentsService } from './service.ts';

/** These are asked by a document's address. */
const byAddress = new Set([
  'GetDocument',
  'ListDocuments',
  'CreateDocument',
  'UpdateDocument',
  'DeleteDocument',
]);

/** A question as its address and its body say it. */
export interface RestRequest {
  /** Verb at the end of the address, `commit`. */
  readonly method: string;
  /** Resource of the call: `projects/p/databases/d/documents`, or a document. */
  readonly path: string;
  readonly database: string;
  readonly body: string;
  readonly headers: Headers;
}

/** @throws PortError what the answer's status says */
export type Answering = (question: RestRequest) => Promise<unknown>;

export function answering({ one, many }: DocumentsService): Answering {
  return async ({ method, path, database, body, headers }) => {
    const name =
      method === 'batchGet' ? 'BatchGetDocuments' : method.charAt(0).toUpperCase() + method.slice(1);
    const types = documentsMethods().get(name);
    const isServed = Object.hasOwn(one, name) || Object.hasOwn(many, name);
    if (!types || !isServed || byAddress.has(name))
      throw new PortError('unimplemented', `“${method}” is not served here.`);
    const message = { ...messageFrom(types.asked, parseWireJson(body)), database, parent: path };
    if (Object.hasOwn(one, name))
      return jsonOf(types.answer, await one[name as keyof typeof one](message, headers));
    const answers = await many[name as keyof typeof many](message, headers);
    return answers.map((answer) => jsonOf(types.answer, answer));
  };
}
