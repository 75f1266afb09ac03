/** Writes of people in a room that work offline. */
import { taskSchema, type Task } from '#domain/task/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { storagePaths } from '#api/paths.ts';
import { entity } from '#src/data/client/documents.ts';
import { teamId } from '../team.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { SimulatedBrowser } from '../world/browser.ts';
import type { World } from '../world/world.ts';
import { anIncident, type Moves, roomOf } from './kind.ts';

/** First word of every text about a private incident. */
const secretOf = ({ title }: Incident): string => /^secret-\d+-/u.exec(title)?.[0] ?? '';

/** Secret word for a text; none for persons without access, whose text may be sent to others without access. */
const wordFor = (world: World, browser: SimulatedBrowser, incident: Incident): string =>
  world.may(browser.uid, 'read', incident.id) ? secretOf(incident) : '';

function room(world: World, browser: SimulatedBrowser, dice: Dice): Incident | undefined {
  const here = browser.room && world.incident(browser.room.incidentId);
  return here && chanceOf(80, dice[3]) ? here : anIncident(world, browser, dice);
}

/** A task as this screen shows it, which may be old. */
function shownTask(browser: SimulatedBrowser, die: number): Task | undefined {
  const shown = pick(browser.views.docs('room/tasks'), die);
  return (shown && entity(taskSchema, shown)?.value) ?? undefined;
}

export const roomMoves: Moves = {
  enter: {
    weight: 12,
    act(world, browser, dice) {
      if (chanceOf(15, dice[1])) {
        browser.enter(null);
        return 'goes home';
      }
      const incident = anIncident(world, browser, dice);
      if (!incident) return null;
      browser.enter(incident.id, wordFor(world, browser, incident));
      return `enters ${roomOf(incident)}`;
    },
  },
  comment: {
    weight: 26,
    act(world, browser, dice) {
      const incident = room(world, browser, dice);
      if (!incident) return null;
      const count = chanceOf(30, dice[2]) ? 3 : 1;
      for (let turn = 0; turn < count; turn++) {
        const number = world.attempts.comments.length;
        world.attempts.comment(browser, incident.id, `${wordFor(world, browser, incident)}comment ${number}`);
      }
      return `writes ${count === 1 ? 'a comment' : `${count} comments`} in ${roomOf(incident)}`;
    },
  },
  addTask: {
    weight: 7,
    act(world, browser, dice) {
      const incident = room(world, browser, dice);
      if (!incident) return null;
      const text = `${wordFor(world, browser, incident)}do it`;
      const work = browser.writes(incident.id).addTask(text, chanceOf(50, dice[1]) ? browser.uid : null);
      world.attempts.track(browser, 'add a task', 'editTasks', incident.id, work);
      return `adds a task in ${roomOf(incident)}`;
    },
  },
  changeTask: {
    weight: 10,
    act(world, browser, [die, other, third]) {
      const shown = shownTask(browser, die);
      if (!shown) return null;
      const writes = browser.writes(shown.incidentId);
      // Never the present one: that changes nothing, and nothing is asked of the server.
      const isTaken = shown.assignee === null || (shown.assignee !== browser.uid && chanceOf(50, third));
      const work = chanceOf(15, third)
        ? writes.removeTask(shown)
        : chanceOf(50, other)
          ? writes.setTaskDone(shown, !shown.done)
          : writes.assignTask(shown, isTaken ? browser.uid : null);
      // Another person may have changed or removed it since this screen's last snapshot.
      world.attempts.track(browser, 'change a task', 'editTasks', shown.incidentId, work, true);
      return 'changes a task';
    },
  },
  upload: {
    weight: 8,
    act(world, browser, dice) {
      const incident = room(world, browser, dice);
      if (!incident) return null;
      const id = browser.client.docs.newId();
      const name = `${wordFor(world, browser, incident)}graph-${world.attempts.all.length}.png`;
      const path = storagePaths.attachment(teamId, incident.id, id, name);
      const content = Uint8Array.from({ length: 64 }, (_, at) => at);
      const writes = browser.writes(incident.id);
      const upload = browser.client.storage.upload(path, content, { contentType: 'image/png' });
      const work = upload.done.then(({ size }) => {
        world.attempts.files.push({ incidentId: incident.id, path });
        return writes.attach(id, { name, type: 'image/png', size, path });
      });
      world.attempts.track(browser, 'upload a file', 'upload', incident.id, work);
      return `uploads a file to ${roomOf(incident)}`;
    },
  },
};
