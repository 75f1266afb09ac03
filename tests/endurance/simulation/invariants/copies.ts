/** Privacy copies of alerts and pages equal their incident's privacy, after every move. */
import type { Invariant } from './invariant.ts';

export const checkCopies: Invariant = (world) => ({
  step() {
    for (const [kind, all] of [
      ['Alert', world.alerts],
      ['Page', world.pages],
    ] as const)
      for (const { id, incidentId, private: hidden, people } of all) {
        const incident = incidentId === null ? null : world.incident(incidentId);
        const right = incident?.private ? incident.people : [];
        if (hidden !== (incident?.private ?? false) || people.join() !== right.join())
          world.wrong(`${kind} ${id} is for ${hidden ? people.join() : 'all'}, not ${right.join()}.`);
      }
  },
});
