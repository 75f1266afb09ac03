/** Actions and observations of the tests in a Firefox with Muster. */
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import type { Firefox } from './firefox.ts';

/** Script that waits for a visible element of this kind and name, and runs `body` with it as `found`. */
const within = (body: string) => `
  const [selector, name] = args;
  const nameOf = (one) => one.getAttribute('aria-label')
    || [...(one.labels ?? [])].map((label) => label.textContent).join(' ') || one.textContent;
  const look = () => [...document.querySelectorAll(selector)].find(
    (one) => one.checkVisibility() && nameOf(one).trim() === name);
  const until = Date.now() + 50_000;
  let found = look();
  while (!found) {
    if (Date.now() > until) throw new Error('There is no ' + selector + ' “' + name + '”: ' + [...document.querySelectorAll("input,button,[role=alert]")].map(one => one.tagName + ":" + nameOf(one).trim() + "=" + one.value).join("; "));
    await new Promise((again) => setTimeout(again, 50));
    found = look();
  }
  ${body}`;

/** @throws Error when there is none within 50 s */
const press = (firefox: Firefox, name: string): Promise<void> =>
  firefox.run(within('found.click();'), ['button', name]);

const waitForText = (firefox: Firefox, selector: string, text: string): Promise<void> =>
  firefox.run(within(''), [selector, text]);

const fill = (firefox: Firefox, label: string, value: string): Promise<void> =>
  firefox.run(
    within(`Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(found, args[2]);
      found.dispatchEvent(new Event('input', { bubbles: true }));`),
    ['input', label, value],
  );

/** Signs in as one of the demonstration team, and enables notifications. */
export async function enableIn(firefox: Firefox, url: URL, id: string): Promise<void> {
  await firefox.goto(new URL('/signin', url).href);
  await fill(firefox, 'Email', demoEmail({ id }));
  await fill(firefox, 'Password', demoPassword);
  await press(firefox, 'Sign in');
  await press(firefox, 'Enable notifications');
  await waitForText(firefox, 'span', 'This device');
}

/** Titles of the service worker's notifications, read on a page of the app's origin that is not the app. */
export const notificationsIn = (firefox: Firefox): Promise<readonly string[]> =>
  firefox.run(`const worker = await navigator.serviceWorker.getRegistration('/');
    return (await worker.getNotifications()).map(({ title }) => title);`);
