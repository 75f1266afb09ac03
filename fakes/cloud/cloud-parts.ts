/** The parts of a cloud that its first requests do without: rules languages and backend code. Loaded once, when a request needs them. */
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { RulesLanguages } from '#firebase-rules/rules-languages.ts';
import type { CloudOptions } from './cloud-options.ts';
import { type CloudServices, serviceOf } from './services.ts';

/** The parts of a cloud that the first requests (of auth and configuration) do without. */
export interface CloudParts {
  /** A language is needed where its rules are given. */
  readonly languages: Partial<RulesLanguages>;
  readonly functions?: FunctionSet | undefined;
  /** Called once they are installed. */
  readonly onInstalled?: () => void;
}

export interface PartsInstaller {
  /** The installed parts. `null` until then: requests that rules guard or backend code answers wait for them. */
  parts(): CloudParts | null;
  /** Enforces the rules and starts schedules and tasks. @throws RulesError; TypeError for rules without a language */
  install(parts: CloudParts): void;
  /** `null` once the parts are installed; else loads and installs them. A load that failed is tried again by the next call. */
  completion(): Promise<void> | null;
  /** Replaces rules, also for open listens. @throws as `install`; TypeError before the parts are installed */
  publishRules(rules: CloudOptions['rules']): void;
  /** Parts that come later start nothing. */
  dispose(): void;
}

export function partsInstaller(
  load: () => Promise<CloudParts>,
  services: () => CloudServices,
  rules: CloudOptions['rules'],
): PartsInstaller {
  let installed: CloudParts | null = null;
  let loading: Promise<void> | null = null;
  let disposed = false;
  const install = (parts: CloudParts) => {
    deployRules(services(), parts.languages, rules);
    installed = parts;
    if (disposed) return;
    services().functions?.start();
    parts.onInstalled?.();
  };
  return {
    parts: () => installed,
    install,
    completion() {
      if (installed) return null;
      loading ??= load()
        .then(install)
        .finally(() => {
          loading = null;
        });
      return loading;
    },
    publishRules(published) {
      if (!installed) throw new TypeError('Rules are published in a complete cloud.');
      deployRules(services(), installed.languages, published);
    },
    dispose() {
      disposed = true;
    },
  };
}

function deployRules(
  services: CloudServices,
  languages: Partial<RulesLanguages>,
  { firestore, database, storage }: CloudOptions['rules'] = {},
): void {
  const language = <Name extends keyof RulesLanguages>(name: Name): RulesLanguages[Name] => {
    const compile = languages[name];
    if (!compile) throw new TypeError(`There are rules without a language: give \`${name}\`.`);
    return compile;
  };
  if (firestore !== undefined)
    serviceOf(services, 'docs').publishRules(language('compileDocRules')(firestore));
  if (database !== undefined)
    serviceOf(services, 'realtime').publishRules(language('compileDatabaseRules')(database));
  if (storage !== undefined)
    serviceOf(services, 'storage').publishRules(language('compileStorageRules')(storage));
}
