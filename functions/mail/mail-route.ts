/**
 * `/in/mail/…`: the small pages behind the links of mails. `GET` changes nothing, because mail scanners follow links; a press posts. A
 * link that is good no more, and one that never was, have the same page.
 */
import { mailChoiceLabels, mailChoiceNames } from '#domain/mail/choices.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { confirmAddress, readConfirmation } from './confirmation.ts';
import { smallPage } from './html.ts';
import { nothingHere } from './nothing-here.ts';
import { pageDoor } from './page-door.ts';
import { type MailLink, parseMailLink } from './links.ts';
import { choicesOfLink, endChoicesOfLink } from './unsubscribe.ts';

/** Code units of a posted form. */
const longestForm = 2_000;

export async function mailRoute(
  server: ServerPorts,
  path: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  const method = request.method.toUpperCase();
  const link = parseMailLink(path);
  if (!['GET', 'HEAD', 'POST'].includes(method)) return notAllowed();
  if (link === null || request.body.length > longestForm) return nothingHere();
  const press = method === 'POST' ? pressedIn(request.body) : null;
  return doors[link.purpose](server, link, press);
}

/** Value of `do` in a posted form; '' for none. */
const pressedIn = (form: string): string => /(?:^|&)do=([a-z]+)(?:&|$)/u.exec(form)?.[1] ?? '';

/** `press`: the button that was pressed; null: the page is only looked at. */
type MailDoor = (server: ServerPorts, link: MailLink, press: string | null) => Promise<HttpResponse>;

const doors: Readonly<Record<MailLink['purpose'], MailDoor>> = {
  page: pageDoor,
  async confirm(server, { ids: [teamId = '', userId = ''], secret }, press) {
    if (press !== null)
      return (await confirmAddress(server, teamId, userId, secret))
        ? smallPage({
            status: 200,
            title: 'Address confirmed',
            sentence: 'Pages and notices come to this address now, as you have chosen in Muster.',
          })
        : nothingHere();
    const waiting = await transact(server, (work) => readConfirmation(work, teamId, userId, secret));
    if (waiting === null) return nothingHere();
    return smallPage({
      status: 200,
      title: 'Confirm this address?',
      sentence: `Muster will send to ${waiting.address} what you have chosen there.`,
      buttons: [{ value: 'confirm', label: 'Confirm' }],
    });
  },
  async off(server, link, press) {
    const choices = await (press === null ? choicesOfLink : endChoicesOfLink)(server, link);
    if (choices === null) return nothingHere();
    const labels = listOf(choices.map((choice) => mailChoiceLabels[choice]));
    const others =
      choices.length < mailChoiceNames.length ? 'Other mails come as before' : 'Pages still come by mail';
    return press === null
      ? smallPage({
          status: 200,
          title: `No more ${labels} by mail?`,
          sentence: `${others}, as you have chosen in Muster.`,
          buttons: [{ value: 'off', label: `Stop ${labels}` }],
        })
      : smallPage({
          status: 200,
          title: `No more ${labels}`,
          sentence: `Muster no longer mails you ${labels}. ${others}, as you have chosen in Muster.`,
        });
  },
};

const listOf = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;

const notAllowed = (): HttpResponse => {
  const page = smallPage({ status: 405, title: 'Not here', sentence: 'Open the link with a browser.' });
  return { ...page, headers: { ...page.headers, allow: 'GET, HEAD, POST' } };
};
