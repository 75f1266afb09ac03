import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { httpContract, type Outside } from './http.contract.ts';

async function openScripted(): Promise<Outside> {
  const clock = new ManualClock();
  const network = new ScriptedNetwork(clock);
  return {
    name: (name, ...answers) => network.name(name, ...answers),
    async serve(address, answer) {
      network.serve(address, (request) => {
        const { body = '', stalls = false, ...rest } = answer({ ...request, body: request.body ?? '' });
        const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
        return { ...rest, body: stalls ? [bytes, 'never'] : [bytes] };
      });
    },
    http: (options) => network.http(options),
    pass: (ms) => clock.advance(ms),
    close: async () => {},
  };
}

httpContract('scripted', openScripted);
