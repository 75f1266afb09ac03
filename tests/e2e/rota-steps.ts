/** Steps of `rota.spec.ts` on the screens, and its people and calendar of leave. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { inviteIdOf, inviteTokenBytes, inviteTokenFrom } from '#api/invite-token.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { deskMember } from '../app/desk/process.ts';
import { shiftedDate } from '../app/desk/shifted-clock.ts';
import type { ReferenceSchedule } from '../endurance/rota/reference.ts';
import { expect, expectAccessible, ready } from './support.ts';

export const password = 'correct horse battery';
export const berlin = 'Europe/Berlin';
const others = ['Ben', 'Chen', 'Dana', 'Emre', 'Finn', 'Gita', 'Hugo', 'Iris', 'Jack'];
const members = [...others, ...Array.from({ length: 20 }, (_, index) => `Member ${index + 11}`)];

export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '')}@example.com`;

export async function openBrowser(browser: Browser, url: URL, shift: number, device: object): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: url.origin });
  await context.addInitScript(shiftedDate(shift));
  return context.newPage();
}

export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(page);
}

/** Invites members by the commands of the screens, which `team.spec.ts` walks through. */
export async function inviteAll(url: URL, teamId: string): Promise<void> {
  const owner = deskMember(url);
  await owner.auth.signIn({ kind: 'password', email: emailOf('Ada'), password });
  const random = seededRandom('thirty');
  for (const name of members) {
    const token = inviteTokenFrom(Uint8Array.from({ length: inviteTokenBytes }, () => random.integer(256)));
    const invited = { role: 'responder', note: '', address: null, days: 7 };
    const inviteId = inviteIdOf(token);
    await owner.functions.call('inviteMember', {
      ...invited,
      teamId,
      commandId: `invite-${inviteId}`,
      inviteId,
    });
    const member = deskMember(url);
    await member.auth.createUser({ email: emailOf(name), password });
    const commandId = `accept-${inviteId}`;
    await member.functions.call('acceptInvite', { teamId, commandId, token, displayName: name });
    await member.dispose();
  }
  await owner.dispose();
}

export async function addSchedule(
  page: Page,
  schedule: ReferenceSchedule,
  starts: readonly string[],
): Promise<void> {
  await page.goto('/schedules/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(schedule.id);
  if (schedule.timezone !== berlin) await pick(page, 'Time zone', schedule.timezone);
  for (const [index, layer] of schedule.layers.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add a layer' }).click();
    const group = page.getByRole('group', { name: index === 0 ? 'Weekly' : 'Office hours', exact: true });
    for (const person of layer.people) {
      await group.getByRole('combobox', { name: 'Add a person' }).click();
      await page.getByRole('option', { name: person, exact: true }).click();
    }
    await group.getByLabel('A turn lasts').fill(String(layer.every));
    await group.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: `${layer.unit}s` }).click();
    await group.getByLabel('First turn begins').fill(starts[index] ?? '');
    if (layer.restrictions.length > 0) await group.getByRole('radio', { name: 'At certain hours' }).click();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add schedule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: schedule.id })).toBeVisible();
}

export async function openSchedule(page: Page, name: string): Promise<void> {
  await page.goto('/oncall');
  await page.getByRole('link', { name: `Calendar of ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export async function addFeed(page: Page, shows: string): Promise<string> {
  const part = page.getByRole('region', { name: 'In your own calendar' });
  await part.getByRole('button', { name: 'Add an address' }).click();
  await page.getByRole('combobox', { name: 'What it shows' }).click();
  await page.getByRole('option', { name: shows, exact: true }).click();
  await page.getByRole('button', { name: 'Make the address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your calendar address' });
  const address = await dialog.getByText(/\/ical\//).textContent();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return address ?? '';
}

export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Chooses an option in a combobox: Enter takes the first match. */
export async function pick(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.fill(option);
  await expect(page.getByRole('option').first()).toContainText(option.replaceAll('_', ' '));
  await box.press('Enter');
  await expect(chosen(page, option)).toBeVisible();
}

export const chosen = (page: Page, option: string) =>
  page.getByRole('button', { name: `Remove ${option.replaceAll('_', ' ')}` });

/** A calendar of leave at an address of this machine. */
export async function serveCalendar() {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harbour//Leave//EN',
    'BEGIN:VEVENT',
    'UID:leave-1@example.com',
    'DTSTAMP:20270301T000000Z',
    'DTSTART;VALUE=DATE:20270330',
    'DTEND;VALUE=DATE:20270401',
    'SUMMARY:Dana Diver',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/calendar; charset=utf-8');
    response.end(`${lines.join('\r\n')}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, address: `http://${host}/leave.ics`, close: () => server.close() };
}
