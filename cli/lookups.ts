/** Things as people name them on a command line: an incident by its number, others by id or name. */
import type { MusterApi } from './api.ts';
import { CliError } from './cli-error.ts';
import { allItems, itemsOf } from './items.ts';
import type { components } from './openapi.gen.d.ts';

export type ApiIncident = components['schemas']['Incident'];

/** @throws CliError */
export async function incidentOf(api: MusterApi, number: string): Promise<ApiIncident> {
  const bare = number.replace(/^#/u, '');
  if (!/^[1-9]\d{0,8}$/u.test(bare))
    throw new CliError('usage', `“${number}” is no number of an incident, such as 42.`);
  const [incident] = await itemsOf(api.GET('/incidents', { params: { query: { number: bare } } }));
  if (incident) return incident;
  throw new CliError(
    'not_found',
    `There is no incident ${bare} that this key can see. Private ones are never seen by keys.`,
  );
}

type NamedCollection = '/services' | '/schedules' | '/policies' | '/members';
interface Named {
  readonly id: string;
  readonly name: string;
}

/** All entries of a collection, with their names. */
export async function allNamed(api: MusterApi, path: NamedCollection): Promise<readonly Named[]> {
  const all = await allItems<{
    readonly id: string;
    readonly name?: string;
    readonly displayName?: string;
  }>((query) => api.GET(path, { params: { query } }));
  return all.map(({ id, name, displayName }) => ({ id, name: name ?? displayName ?? id }));
}

/** Ids of what is named by id or name, in any case; members by their first name, too. @throws CliError for one that is not there, or not the only one */
export async function idsNamed(
  api: MusterApi,
  path: NamedCollection,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const all = await allNamed(api, path);
  return names.map((wanted) => {
    const exact = all.find(({ id }) => id === wanted);
    if (exact) return exact.id;
    const isWanted = (name: string | undefined) => name?.toLowerCase() === wanted.toLowerCase();
    const named = all.filter(({ name }) => isWanted(name));
    const byFirstName = path === '/members' ? all.filter(({ name }) => isWanted(name.split(' ')[0])) : [];
    const same = named.length > 0 ? named : byFirstName;
    const [only, ...others] = same;
    const kind = path.slice(1);
    if (only && others.length === 0) return only.id;
    if (only)
      throw new CliError(
        'conflict',
        `Several ${kind} are called “${wanted}”. Use an id: ${same.map(({ id }) => id).join(', ')}.`,
      );
    const some = all.slice(0, 10).map(({ name }) => name);
    throw new CliError(
      'not_found',
      `None of the ${kind} is called “${wanted}”. There are: ${some.join(', ')}${all.length > 10 ? ', …' : ''}.`,
    );
  });
}
