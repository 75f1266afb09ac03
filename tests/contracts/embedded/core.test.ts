/** The embedded provider without its extensions: every scenario says which of them it needs. */
import type { Backend } from '#ports/backend.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import { authContract } from '../auth.contract.ts';
import { backendContract } from '../backend.contract.ts';
import { configContract } from '../config.contract.ts';
import { disposingContract } from '../disposing.contract.ts';
import { docsContract } from '../docs.contract.ts';
import { coreManifest, coreOf } from '../extensions.ts';
import { functionsContract } from '../functions.contract.ts';
import type { Provider } from '../harness.ts';
import { wholeStage } from '../scene.ts';
import type { ProviderStage, Stage } from '../stage.ts';
import { messagingContract } from '../messaging.contract.ts';
import { performanceContract } from '../performance.contract.ts';
import { realtimeContract } from '../realtime.contract.ts';
import { serverContract } from '../server.contract.ts';
import { storageContract } from '../storage.contract.ts';
import { subscriptionsContract } from '../subscriptions.contract.ts';
import { traitsContract } from '../traits.contract.ts';
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
