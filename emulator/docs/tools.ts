/**
 * Requests of test tools to the official emulator beside the service: setting a project's rules, and deleting its
 * documents.
 */
import { RulesError } from '#firebase-rules/rules/rules-error.ts';
import { PortError } from '#ports/errors.ts';
import type { Stores } from '../stores.ts';
import { parseWireJson } from './json.ts';
import type { ResourceRequest } from './resources.ts';

const rulesPlace = /^\/emulator\/v1\/projects\/([^/]+):securityRules$/u;
const documentsPlace = /^\/emulator\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents$/u;

/** Handler of tools' requests; `null` for other requests. No authentication, as in the official emulator. */
export function tools(stores: Stores): (asking: ResourceRequest) => Promise<unknown> | null {
  return ({ verb, address, body }) => {
    const project = rulesPlace.exec(address)?.[1];
    if (project !== undefined && verb === 'PUT')
      return body().then((text) => {
        // The project is named by this: if it is the first, the given cloud is its database.
        stores.of(`projects/${project}/databases/(default)`);
        publish(stores, project, sourceIn(text));
        return {};
      });
    const database = documentsPlace.exec(address)?.[1];
    if (database === undefined || verb !== 'DELETE') return null;
    return Promise.resolve().then(() => {
      stores.of(database).removeDocuments();
      return {};
    });
  };
}

/** @throws PortError invalid-argument, with what is wrong and where: the rules are as they were */
function publish(stores: Stores, scope: string, source: string): void {
  try {
    stores.publish(scope, source);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new PortError('invalid-argument', error.message, { cause: error });
  }
}

/** `{"rules": {"files": [{"content": "…"}]}}` */
function sourceIn(text: string): string {
  const { rules } = (parseWireJson(text) ?? {}) as { readonly rules?: { readonly files?: unknown } };
  const files = Array.isArray(rules?.files) ? (rules.files as readonly unknown[]) : [];
  const [file] = files as readonly ({ readonly content?: unknown } | null)[];
  if (files.length !== 1 || typeof file?.content !== 'string')
    throw new PortError(
      'invalid-argument',
      'Rules come as {"rules": {"files": [{"content": "…"}]}}, in one file.',
    );
  return file.content;
}
