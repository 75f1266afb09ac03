/** `projects/p/databases/d/documents/teams/a` and the paths that the cloud knows. */
import { PortError } from '#ports/errors.ts';
import type { Headers } from './caller.ts';

const database = /^projects\/[^/]+\/databases\/[^/]+(?=\/documents(?:\/|$)|$)/u;

/** Names of one database. */
export class ResourceNames {
  readonly database: string;
  private readonly root: string;

  /** `database`: as in the requests, `projects/p/databases/d`. */
  constructor(database: string) {
    this.database = database;
    this.root = `${database}/documents`;
  }

  of(path: string): string {
    return path === '' ? this.root : `${this.root}/${path}`;
  }

  /** The path below the root; empty for the root itself. @throws PortError invalid-argument for a name of another database */
  pathOf(name = ''): string {
    if (name === this.root) return '';
    if (name.startsWith(`${this.root}/`)) return name.slice(this.root.length + 1);
    throw new PortError(
      'invalid-argument',
      `“${name}” is no name in the database ${this.database}: names begin with ${this.root}/.`,
    );
  }
}

/** The project of a database. */
export const projectOf = (name: string): string => name.split('/')[1] ?? '';

interface Naming {
  readonly database?: string;
  readonly parent?: string;
  readonly name?: string;
  readonly document?: { readonly name?: string };
}

/**
 * The database that is asked: the message says it, or what it is about, or else the headers.
 * @throws PortError invalid-argument when nothing does
 */
export function namesIn(headers: Headers, message: Naming = {}): ResourceNames {
  const said = [
    message.database,
    message.parent,
    message.name,
    message.document?.name,
    headers('google-cloud-resource-prefix'),
  ].find((one) => one);
  const found = database.exec(said ?? '')?.[0];
  if (found === undefined)
    throw new PortError(
      'invalid-argument',
      'Which database is asked? Its name, projects/PROJECT/databases/DATABASE, belongs in the message or in the header google-cloud-resource-prefix.',
    );
  return new ResourceNames(found);
}
