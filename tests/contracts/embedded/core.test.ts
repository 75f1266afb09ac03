/**
 * The embedded provider without its extensions: every scenario says which of them it needs. Scenarios that need no capability beyond those of
 * the minimal backend are left out, because they run there without extensions, too.
 */
import type { Backend } from '#ports/backend.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import { authContract } from '#contracts/auth.contract.ts';
import { backendContract } from '#contracts/backend.contract.ts';
import { configContract } from '#contracts/config.contract.ts';
import { disposingContract } from '#contracts/disposing.contract.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { coreManifest, coreOf } from '#contracts/extensions.ts';
import { functionsContract } from '#contracts/functions.contract.ts';
import type { Provider } from '#contracts/harness.ts';
import { wholeStage } from '#contracts/scene.ts';
import { minimalManifest } from '#contracts/minimal/backend.ts';
import type { ProviderStage, Stage } from '#contracts/stage.ts';
import { messagingContract } from '#contracts/messaging.contract.ts';
import { performanceContract } from '#contracts/performance.contract.ts';
import { realtimeContract } from '#contracts/realtime.contract.ts';
import { serverContract } from '#contracts/server.contract.ts';
import { storageContract } from '#contracts/storage.contract.ts';
import { subscriptionsContract } from '#contracts/subscriptions.contract.ts';
import { traitsContract } from '#contracts/traits.contract.ts';
import { embedded } from './provider.ts';

/** A stage whose clients have the core alone. */
function coreStage(given: ProviderStage<CompleteBackend>): Stage {
  const stage = wholeStage(given);
  const whole = new Map<Backend, CompleteBackend>();
  const core = async (opening: Promise<CompleteBackend>): Promise<Backend> => {
    const client = await opening;
    const limited = coreOf(client);
    whole.set(limited, client);
    return limited;
  };
  const of = (client: Backend): CompleteBackend => {
    const found = whole.get(client);
    if (!found) throw new Error('This client is not of this stage.');
    return found;
  };
  return {
    ...stage,
    connect: (options) => core(stage.connect(options)),
    reload: (client) => core(stage.reload(of(client))),
    openTab: (client) => core(stage.openTab(of(client))),
    setNetwork: (client, on) => stage.setNetwork(of(client), on),
    loseAnswer: (client, ...request) => stage.loseAnswer(of(client), ...request),
    kill: (client) => stage.kill(of(client)),
    setVisible: (client, visible) => stage.setVisible(of(client), visible),
    setPermission: (client, permission) => stage.setPermission(of(client), permission),
    answerPermission: (client, permission) => stage.answerPermission(of(client), permission),
    notifications: (client) => stage.notifications(of(client)),
    click: (client, click) => stage.click(of(client), click),
    openSubscriptions: (client) => stage.openSubscriptions(of(client)),
  };
}

const core: Provider = {
  ...embedded,
  name: 'embedded, the core alone',
  manifest: coreManifest(embedded.manifest),
  shownBy: minimalManifest,
  stage: async (...given) => coreStage(await embedded.stage(...given)),
};

authContract(core);
backendContract(core);
configContract(core);
disposingContract(core);
docsContract(core);
functionsContract(core);
messagingContract(core);
performanceContract(core);
realtimeContract(core);
serverContract(core);
storageContract(core);
subscriptionsContract(core);
traitsContract(core);
