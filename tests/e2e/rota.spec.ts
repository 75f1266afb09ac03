/**
 * A rota through the week in which Europe's clocks change, through screens only, on a shared cloud: thirty people, three services, two
 * schedules, readers in three time zones. After each step a calendar library reads the calendar addresses, and what they say is compared
 * with the tests' own rota.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedBuild } from '#tools/shared-builds.ts';
import { keptServer, openProgram } from '../app/desk/process.ts';
import { shiftedProcess } from '../app/desk/shifted-clock.ts';
import { freePort } from '../free-port.ts';
import {
  instantOf,
  ReferenceRota,
  type ReferenceOverride,
  type ReferenceSchedule,
} from '../endurance/rota/reference.ts';
import {
  addFeed,
  addSchedule,
  berlin,
  choose,
  chosen,
  emailOf,
  inviteAll,
  openBrowser,
  openSchedule,
  password,
  pick,
  serveCalendar,
  signIn,
} from './rota-steps.ts';
import { expectFeed } from './rota-feed.ts';
import { expect, expectAccessible, ready, test } from './support.ts';

test.use({ tellsIdle: false, serviceWorkers: 'block' });

const newYork = 'America/New_York';
/** Wednesday before Europe's clocks change; New York's have changed. */
const begins = Date.parse('2027-03-24T09:00:00Z');
const at = (zone: string, local: string) => instantOf(zone, Date.parse(`${local}Z`));
const [from, to] = [begins, Date.parse('2027-04-14T00:00:00Z')];

/** The schedules as they are typed. */
const europe: ReferenceSchedule = {
  id: 'Europe',
  timezone: berlin,
  layers: [
    {
      people: ['Ada', 'Ben', 'Chen', 'Dana', 'Emre'],
      startsAt: at(berlin, '2027-03-22T09:00'),
      unit: 'day',
      every: 1,
      restrictions: [],
    },
    {
      people: ['Finn', 'Gita'],
      startsAt: at(berlin, '2027-03-22T09:00'),
      unit: 'week',
      every: 1,
      restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
    },
  ],
};
const americas: ReferenceSchedule = {
  id: 'Americas',
  timezone: newYork,
  layers: [
    {
      people: ['Hugo', 'Iris', 'Jack'],
      startsAt: at(newYork, '2027-03-08T02:30'),
      unit: 'hour',
      every: 12,
      restrictions: [],
    },
  ],
};

test('a team of thirty plans a week with a clock change: rota, cover, leave and calendar addresses', async ({
  browser,
  complaints,
}, info) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-rota-data-'));
  const leave = await serveCalendar();
  const site = (await sharedBuild('embedded')).dir;
  const port = String(await freePort());
  const shift = begins - Date.now();
  const start = async (milliseconds: number) => {
    const program = await openProgram(await keptServer(), site, shiftedProcess(milliseconds));
    const desk = program.run('--data', folder, '--port', port, '--allow-host', leave.host);
    return { program, desk, url: await desk.ready() };
  };
  const first = await start(shift);
  const { url } = first;
  const ada = await openBrowser(browser, url, shift, { timezoneId: berlin });
  const overrides: ReferenceOverride[] = [];

  await test.step('Ada founds a team; twenty-nine join, each by an invite of their own', async () => {
    await ada.goto('/signin?way=create');
    await ada.getByLabel('Your name').fill('Ada');
    await ada.getByLabel('Email').fill(emailOf('Ada'));
    await ada.getByRole('textbox', { name: 'Password' }).fill(password);
    await ada.getByRole('button', { name: 'Create account' }).click();
    await ada.getByLabel('Team name').fill('Harbour');
    await ada.getByRole('button', { name: 'Create team' }).click();
    await ready(ada);
    await inviteAll(url, new URL(ada.url()).pathname.split('/')[2] ?? '');
    await ada.goto('/settings/members');
    await expect(ada.getByRole('list', { name: 'Members' }).getByRole('listitem').first()).toHaveAttribute(
      'aria-setsize',
      '30',
    );
  });

  await test.step('two schedules, with what they bring beside the form', async () => {
    await addSchedule(ada, europe, ['2027-03-22T09:00', '2027-03-22T09:00']);
    await addSchedule(ada, americas, ['2027-03-08T02:30']);
  });

  await test.step('two policies, three services', async () => {
    for (const { id } of [europe, americas]) {
      await ada.goto('/policies/new');
      await ada.getByRole('textbox', { name: 'Name' }).fill(`${id} first`);
      // A new policy begins with the first schedule by name.
      await chosen(ada, 'Americas').click();
      await pick(ada, 'Page', id);
      await ada.getByRole('button', { name: 'Add policy' }).click();
      await expect(ada.getByRole('heading', { level: 1, name: `${id} first` })).toBeVisible();
    }
    for (const [service, policy] of [
      ['Cranes', 'Europe first'],
      ['Ferries', 'Europe first'],
      ['Customs', 'Americas first'],
    ] as const) {
      await ada.goto('/services/new');
      await ada.getByRole('textbox', { name: 'Name' }).fill(service);
      await choose(ada, 'Who is paged', policy);
      await ada.getByRole('button', { name: 'Add service' }).click();
      await expect(ada.getByRole('heading', { level: 1, name: service })).toBeVisible();
    }
    await expect(ada.getByRole('main')).toContainText(nowIn(americas, overrides));
  });

  const feeds = await test.step('a calendar address for each schedule', async () => {
    await ada.goto('/oncall');
    return { europe: await addFeed(ada, 'Europe'), americas: await addFeed(ada, 'Americas') };
  });
  const compare = async (step: string) => {
    const compared =
      (await expectFeed({ address: feeds.europe, schedule: europe, overrides, from, to })) +
      (await expectFeed({ address: feeds.americas, schedule: americas, overrides, from, to }));
    info.annotations.push({ type: `compared ${step}`, description: `${compared} instants` });
  };
  await compare('after setting up');

  const ben = await openBrowser(browser, url, shift, { timezoneId: newYork });
  const chen = await openBrowser(browser, url, shift, {
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  });
  await signIn(ben, 'Ben');
  await signIn(chen, 'Chen');

  await test.step('each reader sees who is on call now', async () => {
    for (const page of [ada, ben, chen]) {
      await page.goto('/oncall');
      for (const schedule of [europe, americas])
        await expect(page.getByRole('region', { name: schedule.id, exact: true })).toContainText(
          nowIn(schedule, overrides, page === ada ? 'Ada' : page === ben ? 'Ben' : 'Chen'),
        );
      await expectAccessible(page);
    }
  });

  // Ben's turn through the night of the change: Sunday 02:00 to 03:00 does not exist in it.
  const half = { startsAt: at(berlin, '2027-03-28T09:00'), endsAt: at(berlin, '2027-03-28T21:00') };

  await test.step('cover is asked for half a shift', async () => {
    await ben
      .getByRole('link', { name: /^Ask for cover: Europe/ })
      .first()
      .click();
    const dialog = ben.getByRole('dialog', { name: 'Ask for cover' });
    await dialog.getByRole('combobox', { name: 'Shift' }).click();
    await ben.getByRole('option', { name: /28 Mar/ }).click();
    await dialog.getByRole('radio', { name: 'A part of it' }).click();
    await expect(dialog.getByLabel(/^From/)).toHaveValue('2027-03-28T09:00');
    await dialog.getByLabel(/^Until/).fill('2027-03-28T21:00');
    await expectAccessible(ben);
    await dialog.getByRole('button', { name: 'Ask for cover' }).click();
    await expect(ben.getByText(/^You ask everybody for cover of Europe/)).toBeVisible();
    await compare('while cover is asked for');
  });

  await test.step('Chen takes it offline, and it holds once he is back', async () => {
    const take = chen.getByRole('button', { name: /^Take it: Europe/ });
    await expect(take).toBeVisible();
    await chen.context().setOffline(true);
    await take.click();
    await expect(ben.getByText(/^You ask everybody for cover of Europe/)).toBeVisible();
    await compare('while it is accepted offline');
    await chen.context().setOffline(false);
    await expect(ben.getByText(/^Chen covers you on Europe/)).toBeVisible();
    overrides.push({
      id: 'cover',
      scheduleId: 'Europe',
      createdAt: begins,
      ...half,
      userId: 'Chen',
      insteadOf: 'Ben',
    });
    await compare('after the cover');
  });

  await test.step('a leave calendar is read from its address, and shows a conflict', async () => {
    await ada.goto('/timeoff');
    await ada.getByRole('button', { name: 'Add a calendar' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Add a calendar' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Leave');
    await dialog.getByRole('textbox', { name: /^Address/ }).fill(leave.address);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await ada.getByRole('link', { name: /Leave/ }).click();
    await ada.getByRole('combobox', { name: 'Who “Dana Diver” is' }).click();
    await ada.getByRole('option', { name: 'Dana' }).click();
    await expect(ada.getByText('Every name has been matched.')).toBeVisible();
    await openSchedule(ada, 'Europe');
    const troubles = ada.getByRole('region', { name: /^Gaps and conflicts/ });
    await expect(troubles).toContainText(/Dana is on call during/);
    await compare('after the leave');
  });

  await test.step('a later version takes effect in the hour that the clocks skip', async () => {
    await ada.getByRole('button', { name: 'Edit' }).click();
    const layer = ada.getByRole('group', { name: 'Weekly', exact: true });
    await layer.getByRole('button', { name: 'Take Emre out' }).click();
    await ada.getByRole('radio', { name: 'Later' }).click();
    await ada
      .getByRole('textbox', { name: 'From', exact: true })
      .and(ada.locator('[type=datetime-local]'))
      .fill('2027-03-28T03:00');
    await ada.getByRole('button', { name: 'Save schedule' }).click();
    await expect(ada.getByRole('button', { name: 'Edit' })).toBeVisible();
    const [weekly, office] = europe.layers;
    if (weekly && office)
      Object.assign(europe, {
        versions: [
          {
            takesEffectAt: at(berlin, '2027-03-28T03:00'),
            timezone: berlin,
            layers: [{ ...weekly, people: ['Ada', 'Ben', 'Chen', 'Dana'] }, office],
          },
        ],
      });
    await compare('after the later version');
  });

  for (const page of [ada, ben, chen]) await page.context().close();
  first.desk.child.kill('SIGTERM');
  expect(await first.desk.ended).toBe(0);
  await first.program.close();

  await test.step('the Sunday after the change: everybody is shown as the rota has it', async () => {
    const later = Date.parse('2027-03-28T12:00:00Z');
    const second = await start(later - Date.now());
    const page = await openBrowser(browser, second.url, later - Date.now(), { timezoneId: newYork });
    await signIn(page, 'Ben');
    await page.goto('/oncall');
    for (const schedule of [europe, americas])
      await expect(page.getByRole('region', { name: schedule.id, exact: true })).toContainText(
        nowIn(schedule, overrides, 'Ben', later),
      );
    await compare('after the change of the clocks');
    await page.context().close();
    second.desk.child.kill('SIGTERM');
    expect(await second.desk.ended).toBe(0);
    await second.program.close();
  });
  leave.close();
  await rm(folder, { recursive: true });
  expect(complaints).toEqual([]);
});

/** Name of the holder on the on-call screen. */
function nowIn(
  schedule: ReferenceSchedule,
  overrides: readonly ReferenceOverride[],
  reader?: string,
  instant = begins,
): string {
  const holder = new ReferenceRota(schedule, overrides, to).onCall(instant);
  if (holder === null) return 'Nobody is on call';
  return holder === reader ? 'You are on call' : holder;
}
