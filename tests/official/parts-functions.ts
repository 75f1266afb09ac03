/**
 * The official Functions part in this process; it runs each function in a process of its own. The handlers of a scenario stay in
 * the test, where they can be inspected: the deployed code calls them over HTTP.
 */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { freePort } from '#tests/free-port.ts';
import { serveHandlers } from './handlers.ts';
import { joined } from './joined.ts';
import { discoverySeconds, discoveryTimeVariable, officialModule, type Part, startPart } from './tools.ts';

interface FunctionsPart extends Part {
  connect(): Promise<void>;
  getTriggerDefinitions(): readonly object[];
  readonly workQueue: { flush(): Promise<void> };
}

export interface RunningFunctions {
  readonly port: number;
  /** Number of calls that wait in their handler. */
  hanging(): number;
  /** Aborts hanging calls, so that their workers are free again. */
  giveUp(): void;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

export async function startFunctions(projectId: string, functions: FunctionSet): Promise<RunningFunctions> {
  const running = joined();
  const handlers = await serveHandlers(functions, running?.handlers);
  if (running) {
    const { hanging, giveUp, stop } = handlers;
    return { port: running.functions, hanging, giveUp, stop };
  }
  const functionsDir = await mkdtemp(path.join(tmpdir(), 'muster-functions-'));
  await symlink(path.join(root, 'node_modules'), path.join(functionsDir, 'node_modules'));
  await writeFile(path.join(functionsDir, 'package.json'), JSON.stringify(deployedManifest));
  await writeFile(
    path.join(functionsDir, 'index.js'),
    deployedSource(Object.keys(functions.callables), handlers.port),
  );

  const part = await startDeployed(projectId, functionsDir);
  return {
    port: part.port,
    hanging: handlers.hanging,
    giveUp: handlers.giveUp,
    async stop() {
      handlers.giveUp();
      await part.stop();
      await handlers.stop();
      await rm(functionsDir, { recursive: true });
    },
  };
}

/** The functions of a folder, as they would be deployed. */
export async function startDeployed(
  projectId: string,
  functionsDir: string,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { FunctionsEmulator } = officialModule<{
    FunctionsEmulator: new (args: object) => FunctionsPart;
  }>('emulator/functionsEmulator');
  const port = await freePort();
  const part = new FunctionsEmulator({
    projectId,
    projectDir: functionsDir,
    adminSdkConfig: { projectId, storageBucket: `${projectId}.appspot.com` },
    emulatableBackends: [{ functionsDir, codebase: 'default', env: {}, secretEnv: [] }],
    host: '127.0.0.1',
    port,
    verbosity: 'SILENT',
  });
  const stop = await startPart('functions', part);
  try {
    await loadFunctions(part, functionsDir);
  } catch (error) {
    await stop();
    throw error;
  }
  // The part waits a minute for calls whose callers left in the middle of an answer; for it these never end.
  part.workQueue.flush = async () => {};
  return { port, stop };
}

/**
 * Loads the functions. The part reads their list from a file that a process of theirs writes. By default it asks that process over a port, in a loop
 * without a pause that takes a core from the code that loads.
 * @throws Error when it has loaded none; the part itself would answer each call with 404
 */
async function loadFunctions(part: FunctionsPart, functionsDir: string): Promise<void> {
  const list = await mkdtemp(path.join(tmpdir(), 'muster-function-list-'));
  process.env[discoveryTimeVariable] = String(discoverySeconds);
  process.env['FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH'] = list;
  try {
    await part.connect();
  } finally {
    delete process.env['FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH'];
    await rm(list, { recursive: true });
  }
  if (part.getTriggerDefinitions().length === 0)
    throw new Error(
      `No function of ${functionsDir} was loaded: its code failed, or took over ${discoverySeconds} s.`,
    );
}

export const deployedManifest = {
  name: 'functions-of-a-contract',
  private: true,
  type: 'module',
  main: 'index.js',
  engines: { node: '24' },
  dependencies: { 'firebase-functions': '*', 'firebase-admin': '*' },
};

/** Source of functions deployed like Muster's; the handlers forward their calls. */
export const deployedSource = (names: readonly string[], port: number): string => `
import { wrapHandlers } from '${path.join(root, 'adapters/firebase-admin/handlers/handlers.ts')}';
import { PortError } from '${path.join(root, 'ports/errors.ts')}';

const ask = (name) => async (input, { caller, signal, send }) => {
  const answer = await fetch('http://127.0.0.1:${port}/' + name, {
    method: 'POST',
    body: JSON.stringify({ input, caller }),
    signal,
  });
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split('\\n');
    text = lines.pop();
    for (const line of lines) {
      const { part, result, error } = JSON.parse(line);
      if (part !== undefined) send(part);
      else if (error) throw new PortError(error.code, error.message, { details: error.details });
      else return result;
    }
  }
  throw new Error('No answer.');
};

const callables = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, ask(name)]));
export const { ${names.join(', ')} } = wrapHandlers({ callables }, () => ({}), { region: 'us-central1' });
`;
