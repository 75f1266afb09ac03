/** Callables of the recovery at sign-in (`api/recovery.ts`), without a signed-in user. */
import {
  checkRecoveryCall,
  type CheckedRecoveryInput,
  type RecoveryCallName,
  recoveryCatalogue,
} from '#api/recovery.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { portErrorOf } from '../kernel/command-failed.ts';
import { requestRecovery } from './recovery.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';

const handlers: {
  readonly [N in RecoveryCallName]: (server: ServerPorts, input: CheckedRecoveryInput<N>) => Promise<object>;
} = { redeemRecoveryCode, requestRecovery };

function callableOf<N extends RecoveryCallName>(name: N): Callable {
  return async (raw, context) => {
    const checked = checkRecoveryCall(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    return handlers[name](context as ServerPorts, checked.value);
  };
}

export const recoveryCalls = Object.fromEntries(
  (Object.keys(recoveryCatalogue) as RecoveryCallName[]).map((name) => [name, callableOf(name)]),
) as Readonly<Record<RecoveryCallName, Callable>>;
