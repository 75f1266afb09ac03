/**
 * `/in/mail/…`: the small pages behind the links of mails. `GET` changes nothing, because mail scanners follow links; a press posts. A
 * link that is good no more, and one that never was, have the same page.
 */
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { confirmAddress, readConfirmation } from './confirmation.ts';
import { smallPage } from './html.ts';
import { nothingHere } from './nothing-here.ts';
import { pageDoor } from './page-door.ts';
import { type MailLink, parseMailLink } from './links.ts';
import { endNoticesBy, isUnsubscribeLink } from './unsubscribe.ts';

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
    const isGood = press === null ? await isUnsubscribeLink(server, link) : await endNoticesBy(server, link);
    if (!isGood) return nothingHere();
    return press === null
      ? smallPage({
          status: 200,
          title: 'No more notices by mail?',
          sentence: 'Pages still come by mail, if you have chosen so.',
          buttons: [{ value: 'off', label: 'Stop notices' }],
        })
      : smallPage({ status: 200, title: 'No more notices', sentence: 'Notices no longer come by mail.' });
  },
};

const notAllowed = (): HttpResponse => {
  const page = smallPage({ status: 405, title: 'Not here', sentence: 'Open the link with a browser.' });
  return { ...page, headers: { ...page.headers, allow: 'GET, HEAD, POST' } };
};
