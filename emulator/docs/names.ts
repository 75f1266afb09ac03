/** `projects/p/databases/d/documents/teams/a` and the paths that the cloud knows. */
import { PortError } from '#ports/errors.ts';

const root = /^projects\/[^/]+\/databases\/[^/]+\/documents(?:\/|$)/u;

/** The path below the root; empty for the root itself. */
export function pathOf(name: string | undefined): string {
  const match = root.exec(name ?? '');
  if (!match) throw new PortError('invalid-argument', `“${name ?? ''}” is not the name of a document.`);
  return String(name).slice(match[0].length);
}

/** Names of one database. */
export class Names {
  private readonly prefix: string;

  /** `database`: as in the requests, `projects/p/databases/d`. */
  constructor(database: string) {
    this.prefix = `${database}/documents/`;
  }

  of(path: string): string {
    return this.prefix + path;
  }
}
