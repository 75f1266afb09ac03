/** Handlers of what a person asks of their own account (`api/account.ts`), as callables. */
import { domainError } from '#domain/errors.ts';
import { mayUse } from '#domain/team/accounts.ts';
import {
  accountCatalogue,
  type AccountCallName,
  type CheckedAccountCallInput,
  checkAccountCall,
} from '#api/account.ts';
import type { Callable, Caller } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { portErrorOf } from '../kernel/command-failed.ts';
import { requireSession } from '../kernel/session.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { deleteAccount } from './deletion.ts';
import { dismissRecovery, stopRecovery } from './recovery.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { signOutEverywhere } from './sign-out.ts';

type AccountCallHandler<N extends AccountCallName> = (
  input: CheckedAccountCallInput<N>,
  work: UnitOfWork,
  caller: Caller,
) => Promise<object>;

const handlers: { readonly [N in AccountCallName]: AccountCallHandler<N> } = {
  deleteAccount,
  makeRecoveryCodes,
  stopRecovery,
  dismissRecovery,
  signOutEverywhere,
};

function callableOf<N extends AccountCallName>(name: N): Callable {
  return async (raw, context) => {
    const { caller } = context;
    if (caller === null) throw portErrorOf(domainError('unauthenticated', {}));
    const usable = mayUse(caller.uid);
    if (!usable.allowed) throw portErrorOf(domainError('forbidden', {}, usable.reason));
    const checked = checkAccountCall(name, raw);
    if (!checked.ok) throw portErrorOf(checked.error);
    return transact(context as ServerPorts, async (work) => {
      await requireSession(work, caller, null);
      return handlers[name](checked.value, work, caller);
    });
  };
}

export const accountCalls = Object.fromEntries(
  (Object.keys(accountCatalogue) as AccountCallName[]).map((name) => [name, callableOf(name)]),
) as Readonly<Record<AccountCallName, Callable>>;
