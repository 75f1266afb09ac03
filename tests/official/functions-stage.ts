/** The Firebase provider's functions, on the official Functions and Auth parts. */
import { firebaseCapabilities } from '#adapters/firebase/capabilities.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { Provider, Stage } from '#tests/contracts/harness.ts';
import { projectId } from './parts.ts';
import { type AuthPart, startAuthPart } from './parts-auth.ts';
import { type RunningFunctions, startFunctions } from './parts-functions.ts';
import { officialStage } from './stage.ts';
import { takeTime } from './time.ts';
import { serverUsers } from './users.ts';

interface Parts {
  readonly auth: AuthPart;
  readonly people: ReturnType<typeof serverUsers>;
  readonly functions: RunningFunctions;
}

/** The parts run from the first stage on, with its functions; whoever declares the suite stops them. */
export function officialFunctions(gaps: Readonly<Record<string, string>>): {
  readonly provider: Provider;
  stop(): Promise<void>;
} {
  let starting: Promise<Parts> | null = null;
  const start = async (set: FunctionSet): Promise<Parts> => {
    const [auth, functions] = await Promise.all([startAuthPart(), startFunctions(projectId, set)]);
    return { auth, functions, people: serverUsers(auth.host) };
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
      await parts?.people.close();
      await parts?.auth.close();
    },
  };
}

async function raise({ auth, functions, people }: Parts): Promise<Stage> {
  await auth.reset();
  return officialStage(
    { auth: auth.port, functions: functions.port },
    takeTime(functions.hanging),
    { users: people.users },
    functions.giveUp,
  );
}
