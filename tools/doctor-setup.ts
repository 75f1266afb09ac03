/** The machine, the configuration file and the project it is for. */
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { installationFile, readInstallation } from '../src/app/firebase/installation.ts';
import {
  type Check,
  type Finding,
  missing,
  notChecked,
  passed,
  type Place,
  placeText,
} from './doctor-place.ts';

const oldestNode = 22;

export const checkNode: Check = async ({ node }) => {
  const major = Number(node.split('.')[0]);
  if (major >= oldestNode) return [passed('Node', node)];
  return [missing('Node', `${node} is too old`, `Install Node ${oldestNode} or newer from nodejs.org.`)];
};

/** The command comes with a package of its own, or with the machine. */
export const checkTools: Check = async ({ command }) => {
  const version = await command('firebase', '--version');
  if (version !== null) return [passed('firebase-tools', version)];
  return [
    missing(
      'firebase-tools',
      'no command “firebase”',
      'Run “npm install -g firebase-tools”, then “firebase login”.',
    ),
  ];
};

export const checkInstallation: Check = async (place) => {
  const text = await placeText(place, installationFile);
  if (text === null)
    return [
      missing(
        installationFile,
        'not there',
        `Copy muster.config.example.json to ${installationFile} and fill it in.`,
      ),
    ];
  const reading = readInstallation(text);
  if (!reading.ok) return reading.problems.map(({ key, advice }) => missing(installationFile, key, advice));
  const { project, region, pushKey, local } = reading.installation;
  const untouched = await leftFromExample(place, reading.installation);
  if (untouched.length > 0)
    return [
      missing(
        installationFile,
        `still the example’s: ${untouched.join(', ')}`,
        'Fill in your own: docs/deployment.md says where each is shown.',
      ),
    ];
  const found: Finding[] = [passed(installationFile, `${project.projectId}, ${region ?? 'us-central1'}`)];
  found.push(
    pushKey === undefined
      ? missing(
          'Push',
          'no “pushKey”',
          'Without it nobody is paged outside an open tab. Create a key pair at “Cloud Messaging → Web Push certificates”.',
        )
      : passed('Push', 'a public key is set'),
  );
  if (local)
    found.push(
      missing(
        'Local parts',
        `“local” names ${Object.keys(local).join(', ')}`,
        'Remove “local” before you deploy: these are for trying out.',
      ),
    );
  return found;
};

/** Keys still unchanged from the example. */
async function leftFromExample(
  place: Place,
  { project, pushKey }: FirebaseOptions,
): Promise<readonly string[]> {
  const text = await placeText(place, 'muster.config.example.json');
  const example = text === null ? null : readInstallation(text);
  if (!example?.ok) return [];
  const shown = new Map<string, unknown>(Object.entries(example.installation.project));
  const left = Object.entries(project).filter(([key, value]) => shown.get(key) === value);
  const keys = left.map(([key]) => key);
  return pushKey !== undefined && pushKey === example.installation.pushKey ? [...keys, 'pushKey'] : keys;
}

export const checkProject: Check = async (place, installation) => {
  const about = '.firebaserc';
  const text = await placeText(place, about);
  if (text === null)
    return [
      missing(about, 'not there', 'Copy .firebaserc.example to .firebaserc, and put your project’s id in.'),
    ];
  const named = defaultProject(text);
  if (named === null)
    return [
      missing(
        about,
        'names no default project',
        'Write { "projects": { "default": "your-project-id" } } into it.',
      ),
    ];
  if (!installation) return [notChecked(about, `${named}; compared when ${installationFile} is right`)];
  const { projectId } = installation.project;
  if (named === projectId) return [passed(about, named)];
  return [
    missing(
      about,
      `“${named}”, but ${installationFile} is for “${projectId}”`,
      'Make both name the same project, or you deploy to another one.',
    ),
  ];
};

function defaultProject(text: string): string | null {
  try {
    const { projects } = JSON.parse(text) as { readonly projects?: { readonly default?: unknown } };
    return typeof projects?.default === 'string' ? projects.default : null;
  } catch {
    return null;
  }
}
