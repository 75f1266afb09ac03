/** What people decide: every command that Muster has. */
import type { CommandInput } from '#api/commands.ts';
import { incidentStatuses, roomRoles, severities } from '#domain/incident/schema.ts';
import { statusesOnOffer } from '#domain/incident/transitions.ts';
import { crowd, policyIds, serviceIds } from '../crowd.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { Desk } from '../world/desk.ts';
import type { World } from '../world/world.ts';
import { anIncident, type Moves, roomOf } from './kind.ts';

const someone = (die: number) => pick(crowd, die)?.uid ?? '';

function whom(die: number): CommandInput<'page'>['whom'] {
  return chanceOf(60, die)
    ? { kind: 'policy', policyId: pick(policyIds, die >> 4) ?? '' }
    : { kind: 'people', userIds: [...new Set([someone(die >> 4), someone(die >> 8)])] };
}

const whoIsAsked = (world: World, [, die]: Dice) =>
  pick(
    world.pages.flatMap(({ waitingFor }) => waitingFor),
    die,
  );

/** A page that asks them, or else any. */
function aPage(world: World, { uid }: Desk, [die, other]: Dice) {
  const asking = world.pages.filter(({ waitingFor }) => waitingFor.includes(uid));
  if (asking.length > 0 && chanceOf(75, die)) return pick(asking, other);
  const live = world.pages.filter(({ status }) => status !== 'cancelled');
  return pick(chanceOf(85, die >> 2) ? live : world.pages, other);
}

const anAlert = (world: World, [die, other]: Dice) => {
  const open = world.alerts.filter(({ status }) => status !== 'resolved');
  return pick(chanceOf(85, die) && open.length > 0 ? open : world.alerts, other);
};

export const commandMoves: Moves = {
  declare: {
    weight: 10,
    act(world, desk, [die, other, third, fourth]) {
      const secret = chanceOf(40, die) ? world.newSecret() : null;
      const free = world.alerts.filter(({ incidentId }) => incidentId === null);
      const alert = chanceOf(50, other) ? pick(free, other >> 3) : undefined;
      const page = chanceOf(50, third) ? [whom(third >> 3)] : [];
      world.give(desk, 'declareIncident', {
        title: `${secret ?? ''}It is down`,
        severity: pick(severities, fourth) ?? 'SEV3',
        serviceIds: [pick(serviceIds, fourth) ?? 'shop'],
        private: secret !== null,
        alertId: alert?.id ?? null,
        page,
      });
      const paging = page[0]
        ? `, paging ${page[0].kind === 'policy' ? page[0].policyId : page[0].userIds.join(' and ')}`
        : '';
      return `declares ${secret ? 'in private' : 'an incident'}${alert ? ' from an alert' : ''}${paging}`;
    },
  },
  transition: {
    weight: 14,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const [, die, other, third] = dice;
      const offered = chanceOf(90, die) ? pick(statusesOnOffer(incident), other) : undefined;
      const to = offered?.to ?? pick(incidentStatuses, other) ?? 'resolved';
      const note = offered?.needsNote === true ? 'It was the cache.' : '';
      const looked = chanceOf(50, third) ? { expectedRevision: incident.revision } : {};
      world.give(desk, 'transitionIncident', { incidentId: incident.id, to, note, ...looked });
      return `sets ${roomOf(incident)} to ${to}`;
    },
  },
  severity: {
    weight: 5,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const severity = pick(severities, dice[1]) ?? 'SEV1';
      world.give(desk, 'setSeverity', { incidentId: incident.id, severity });
      return `calls ${roomOf(incident)} ${severity}`;
    },
  },
  offer: {
    weight: 8,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const [, die, other] = dice;
      const role = pick(roomRoles, die) ?? 'scribe';
      const userId = chanceOf(40, other) ? desk.uid : someone(other >> 3);
      world.give(desk, 'assignRole', { incidentId: incident.id, role, userId });
      return `offers ${userId} the role of ${role} in ${roomOf(incident)}`;
    },
  },
  answerOffer: {
    weight: 9,
    who: (world, [, die]) =>
      pick(
        world.incidents.flatMap(({ offers }) => roomRoles.flatMap((role) => offers[role]?.userId ?? [])),
        die,
      ),
    act(world, desk, dice) {
      const [die, other] = dice;
      const offers = world.incidents.flatMap((incident) =>
        roomRoles.flatMap((role) => {
          const userId = incident.offers[role]?.userId;
          return userId === desk.uid || (userId && chanceOf(5, die)) ? [{ incident, role }] : [];
        }),
      );
      const offer = pick(offers, other);
      if (!offer) return null;
      const { incident, role } = offer;
      const accept = chanceOf(75, die >> 4);
      world.give(desk, 'acceptRole', { incidentId: incident.id, role, accept });
      return `${accept ? 'takes' : 'refuses'} the role of ${role} in ${roomOf(incident)}`;
    },
  },
  join: {
    weight: 6,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      world.give(desk, 'joinIncident', { incidentId: incident.id });
      return `joins ${roomOf(incident)}`;
    },
  },
  merge: {
    weight: 4,
    act(world, desk, dice) {
      const [, die] = dice;
      const [from, into] = [anIncident(world, desk, dice), pick(world.incidents, die)];
      if (!from || !into) return null;
      world.give(desk, 'mergeIncidents', { incidentId: from.id, intoId: into.id });
      return `merges ${roomOf(from)} into ${roomOf(into)}`;
    },
  },
  page: {
    weight: 8,
    act(world, desk, dice) {
      const incident = anIncident(world, desk, dice);
      if (!incident) return null;
      const asked = whom(dice[1]);
      // A word of its own, said in this room only.
      const summary = `${world.newSecret()}Come`;
      world.give(desk, 'page', { incidentId: incident.id, whom: asked, summary });
      return `pages ${asked.kind === 'policy' ? asked.policyId : asked.userIds.join(' and ')} into ${roomOf(incident)}`;
    },
  },
  acknowledge: {
    weight: 14,
    who: whoIsAsked,
    act(world, desk, dice) {
      const page = aPage(world, desk, dice);
      if (!page) return null;
      world.give(desk, 'acknowledgePage', { pageId: page.id });
      return `acknowledges page ${page.id.slice(0, 4)}`;
    },
  },
  decline: {
    weight: 9,
    who: whoIsAsked,
    act(world, desk, dice) {
      const page = aPage(world, desk, dice);
      if (!page) return null;
      world.give(desk, 'declinePage', { pageId: page.id, reason: '' });
      return `declines page ${page.id.slice(0, 4)}`;
    },
  },
  escalate: {
    weight: 6,
    act(world, desk, dice) {
      const page = aPage(world, desk, dice);
      if (!page) return null;
      world.give(desk, 'escalatePage', { pageId: page.id, reason: '' });
      return `escalates page ${page.id.slice(0, 4)}`;
    },
  },
  answerAlert: {
    weight: 10,
    act(world, desk, dice) {
      const alert = anAlert(world, dice);
      if (!alert) return null;
      const [, , die, other] = dice;
      const alertId = alert.id;
      const what = pick(['acknowledgeAlert', 'resolveAlert', 'snoozeAlert'] as const, die);
      if (what === 'snoozeAlert') world.give(desk, what, { alertId, minutes: 5 + (other % 40) });
      else if (what) world.give(desk, what, { alertId });
      return `${what} ${alert.dedupKey}`;
    },
  },
  link: {
    weight: 8,
    act(world, desk, dice) {
      const alert = anAlert(world, dice);
      if (!alert) return null;
      const incident = chanceOf(80, dice[2]) ? anIncident(world, desk, dice) : undefined;
      world.give(desk, 'linkAlert', { alertId: alert.id, incidentId: incident?.id ?? null });
      return incident ? `links ${alert.dedupKey} to ${roomOf(incident)}` : `unlinks ${alert.dedupKey}`;
    },
  },
  joinTeam: {
    weight: 2,
    act(world, desk) {
      if (desk.uid === 'nils' || world.member(desk.uid)) return null;
      world.give(desk, 'joinDemonstration', { displayName: desk.uid.slice(0, 20) });
      return 'joins the team';
    },
  },
};
