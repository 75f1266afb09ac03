/** Checks of the builds, local and deployed. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Check, missing, notChecked, passed, type Place, placeText, toDeploy } from './doctor-place.ts';

const deploying = ': “firebase deploy” builds it';

export const checkApp: Check = async (place, installation) => {
  const about = 'App (dist)';
  if ((await placeText(place, 'dist/index.html')) === null)
    return [toDeploy(about, `not built yet${deploying}`)];
  const scripts = await scriptsOf(place);
  if (!scripts.some((text) => text.includes('.firebaseapp.com') || text.includes('messagingSenderId')))
    return [toDeploy(about, `is the demonstration’s${deploying}`)];
  if (!installation) return [notChecked(about, 'built; compared when the configuration is right')];
  if (!scripts.some((text) => text.includes(installation.project.appId)))
    return [toDeploy(about, `was built for another configuration${deploying}`)];
  return [passed(about, `built for ${installation.project.projectId}`)];
};

async function scriptsOf(place: Place): Promise<readonly string[]> {
  const names = await readdir(path.join(place.root, 'dist/assets')).catch(() => []);
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.js')).map((name) => placeText(place, `dist/assets/${name}`)),
  );
  return texts.filter((text) => text !== null);
}

export const checkFunctions: Check = async (place, installation) => {
  const about = 'Functions (dist-functions)';
  const [code, manifest] = await Promise.all([
    placeText(place, 'dist-functions/index.js'),
    placeText(place, 'dist-functions/package.json'),
  ]);
  if (code === null || manifest === null) return [toDeploy(about, `not built yet${deploying}`)];
  if (!installation) return [notChecked(about, 'built; compared when the configuration is right')];
  const { project, region = 'us-central1' } = installation;
  const { muster } = JSON.parse(manifest) as {
    readonly muster?: { readonly appId: string; readonly region: string };
  };
  if (muster?.appId !== project.appId || muster.region !== region)
    return [toDeploy(about, `were built for another configuration${deploying}`)];
  return [passed(about, `built for ${region}`)];
};

/** The page, and the door for machines behind it. */
export const checkOnline: Check = async ({ ask }, installation) => {
  const about = 'Online';
  if (!installation) return [notChecked(about, 'looked for when the configuration is right')];
  const address = `https://${installation.project.projectId}.web.app`;
  const page = await ask(`${address}/`);
  if (page === null) return [notChecked(about, `${address} did not answer: is this machine online?`)];
  if (page.status !== 200 || !page.text.includes('<title>Muster</title>'))
    return [toDeploy(about, `${address} is not Muster (${page.status})`)];
  // The door takes POST only, and says so.
  const door = await ask(`${address}/v2/enqueue`);
  if (door?.status !== 405)
    return [
      missing(
        about,
        `the function ingest answers ${door?.status ?? 'nothing'}`,
        'Deploy with “firebase deploy --only functions,hosting”.',
      ),
    ];
  return [passed(about, address)];
};
