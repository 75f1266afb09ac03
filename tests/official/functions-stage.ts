/** The Firebase provider's functions, on the official Functions and Auth parts. */
import type { CompleteBackend } from '#ports/complete.ts';
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Provider } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { type RunningFunctions, startFunctions } from './parts-functions.ts';
import { projectId } from './parts.ts';
import { officialStage } from './stage.ts';
import { takeTime } from './time.ts';

interface Parts {
  readonly auth: RunningAccounts;
  readonly functions: RunningFunctions;
}

/** The parts run from the first stage on, with its functions; the suite stops them. */
export function officialFunctions(gaps: Readonly<Record<string, string>>): {
  readonly provider: Provider;
  stop(): Promise<void>;
} {
  let starting: Promise<Parts> | null = null;
  const start = async (set: FunctionSet): Promise<Parts> => {
    const [auth, functions] = await Promise.all([startAccounts(), startFunctions(projectId, set)]);
    return { auth, functions };
  };
  return {
    provider: {
      name: 'firebase, official parts',
      manifest: firebaseCapabilities,
      gaps,
      stage: async (options) => raise(await (starting ??= start(options.functions))),
    },
    async stop() {
      const parts = await starting;
      await parts?.functions.stop();
      await parts?.auth.stop();
    },
  };
}

async function raise({ auth, functions }: Parts): Promise<ProviderStage<CompleteBackend>> {
  await auth.begin();
  const users = { setClaims: auth.setClaims };
  return officialStage(
    { auth: auth.port, functions: functions.port },
    takeTime(functions.hanging),
    { users: users as unknown as ServerPorts['users'] },
    functions.giveUp,
  );
}
