/**
 * Contract harness: one suite per port, run against every provider. A scenario is skipped for one reason only: a
 * capability that the provider's manifest lacks. The harness closes all that a scenario opens; a resource that still
 * counts as open afterwards is a leak.
 */
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { AuthProject } from '#ports/auth/project.ts';
import type { Backend } from '#ports/backend.ts';
import { type CapabilityManifest, can } from '#ports/capabilities.ts';
import { capabilities, type Capability } from '#ports/capability-names.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { OffStage } from './off-stage.ts';
import { play, raise, type Scene } from './scene.ts';
import type { ProviderStage } from './stage.ts';
import { within } from './within.ts';

export type { Scene } from './scene.ts';

export interface StageOptions {
  readonly functions: FunctionSet;
  readonly auth?: AuthProject;
  /** The text of a `firestore.indexes.json`. Absent: every query is served. */
  readonly indexes?: string;
  /** Sources of the security rules. A service without rules lets everybody in. */
  readonly rules?: { readonly firestore?: string; readonly storage?: string; readonly database?: string };
}

export interface Provider<Client extends Backend = Backend> {
  readonly name: string;
  readonly manifest: CapabilityManifest;
  /**
   * Scenarios that this provider is known not to keep, by `port › scenario`, with the reason. Each is an expected failure: the
   * run turns red on the day it passes.
   */
  readonly gaps?: Readonly<Record<string, string>>;
  /**
   * Why a write of documents whose answer was lost may be carried out twice, as the port allows. Absent: it is carried out once, as every
   * provider on `sync/` promises.
   */
  readonly atLeastOnce?: string;
  /** Scenarios whose capabilities this manifest has are left out: that provider's run shows the same. Default: none are left out. */
  readonly shownBy?: CapabilityManifest;
  /** `keeps`: each change is kept as it is made, and a restart finds that alone. Default: a restart finds a copy of everything. */
  stage(options: StageOptions, keeps?: boolean): Promise<ProviderStage<Client>>;
  /** Longest that a stage may take to open, in milliseconds of real time. Default 30,000. */
  readonly setUpMs?: number;
}

export type ScenarioRun = (scene: Scene) => Promise<void>;

export interface ScenarioOptions {
  /** Capabilities without which the scenario is skipped. Default: none. */
  readonly needs?: readonly Capability[];
}

/** Declares a scenario. Its name has a subject and a verb. */
export interface Scenario {
  (name: string, run: ScenarioRun): void;
  (name: string, options: ScenarioOptions, run: ScenarioRun): void;
}

type Declare = (name: string, needs: readonly Capability[], run: ScenarioRun) => void;

/** Scenarios by one function, for both ways to declare one. */
export const scenarioBy =
  (declare: Declare): Scenario =>
  (name: string, options: ScenarioOptions | ScenarioRun, run?: ScenarioRun) => {
    if (typeof options === 'function') declare(name, [], options);
    else if (run) declare(name, options.needs ?? [], run);
  };

/** Scenarios with further needs in common. */
export const needing = (scenario: Scenario, common: readonly Capability[]): Scenario =>
  scenarioBy((name, needs, run) => scenario(name, { needs: [...common, ...needs] }, run));

/** A scenario that can be run without being a test of its own. */
export interface PlayableScenario {
  /** `port › scenario`. */
  readonly name: string;
  /** Rejects when a promise is not kept. */
  play(): Promise<void>;
}

const setUpMs = 30_000;

let collected: PlayableScenario[] | null = null;

/** The scenarios that `declare` declares, but for those whose capabilities their provider lacks. No test is made of them. */
export function scenariosOf(declare: () => void): readonly PlayableScenario[] {
  const found: PlayableScenario[] = [];
  collected = found;
  try {
    declare();
  } finally {
    collected = null;
  }
  return found;
}

/** Capability of having the port that a suite's name begins with. Every provider has sign-in and documents. */
function wholePort(name: string): readonly Capability[] {
  const [port = ''] = /^[a-z]+/.exec(name) ?? [];
  return port in capabilities ? [port as Capability] : [];
}

/** Declares the suite of one port for one provider, over a backend with these functions and sign-in settings. */
export function contract(
  port: string,
  provider: Provider,
  define: (scenario: Scenario) => void,
  functions: FunctionSet = { callables: {} },
  { keeps, ...options }: Omit<StageOptions, 'functions'> & { readonly keeps?: boolean } = {},
): void {
  const raised = async () =>
    raise(
      await within(
        provider.setUpMs ?? setUpMs,
        `${provider.name}: \`stage()\` of the provider`,
        provider.stage({ functions, ...options }, keeps),
      ),
    );
  const whole = wholePort(port);
  const lacks = (needs: readonly Capability[]) =>
    [...whole, ...needs].some((need) => !can(provider.manifest, need));
  const { shownBy } = provider;
  const isShown = (needs: readonly Capability[]) =>
    shownBy !== undefined && [...whole, ...needs].every((need) => can(shownBy, need));
  if (collected) {
    const found = collected;
    define(scenarioBy((name, needs, run) => {
      if (!lacks(needs) && !isShown(needs))
        found.push({ name: `${port} › ${name}`, play: () => play(raised, run) });
    }));
    return;
  }
  let isAllShown = shownBy !== undefined;
  if (isAllShown) define(scenarioBy((_name, needs) => void (isAllShown &&= isShown(needs))));
  if (isAllShown) return;
  describe(`${port} · ${provider.name}`, () => {
    let scene: Scene;
    let finish: () => Promise<void>;

    beforeEach(async () => {
      ({ scene, finish } = await raised());
    });
    afterEach(() => finish());

    define(scenarioBy((name, needs, run) => {
      if (isShown(needs)) return;
      const fails = provider.gaps?.[`${port} › ${name}`] !== undefined;
      it(name, { skip: lacks(needs), fails }, async ({ skip }) => {
        try {
          await run(scene);
        } catch (error) {
          if (error instanceof OffStage) skip(error.message);
          throw error;
        }
      });
    }));
  });
}

/** Recorder of a subscription's events. */
export interface Recorder<T> {
  readonly values: T[];
  readonly errors: unknown[];
  next(value: T): void;
  error(error: unknown): void;
  /** The newest value; throws when there is none. */
  last(): T;
}

export function recorder<T>(): Recorder<T> {
  const values: T[] = [];
  const errors: unknown[] = [];
  return {
    values,
    errors,
    next: (value) => void values.push(value),
    error: (error) => void errors.push(error),
    last() {
      if (values.length === 0) throw new Error('Nothing was delivered.');
      return values[values.length - 1] as T;
    },
  };
}

/** The error that a promise rejects with; fails the test when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to be refused, and was not.');
}
