/**
 * `npm run storm`: a storm through a real Alertmanager and both of its receivers against `npm run desk` with a folder. Two of five
 * services bring more new groups than their keys may in a minute. The desk is killed when a third is taken, Alertmanager ended
 * and started when two thirds are. Prints what was sent, refused, sent again, recorded and paged, and when; exit code 1 if anything is
 * missing, more than ten pages were made, or one asked twice. `--alerts=2000`: so many (10,000).
 */
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { type AlertStage, openAlertStage } from '../../app/desk/alert-stage.ts';
import { isThrough, pageForCatalogue, stormOf, stormAt } from '../../app/desk/alert-storm.ts';
import { demoConfig } from '../../app/desk/alertmanager-config.ts';

const given = parseArgs({ options: { alerts: { type: 'string', default: '10000' } } }).values;
const count = Number(given.alerts);
if (!Number.isInteger(count) || count < 10) throw new Error('--alerts takes a whole number of 10 or more.');

/** Parts of ten. */
const parts = [
  ...Array<string>(3).fill('checkout'),
  ...Array<string>(3).fill('payments'),
  ...['search', 'search', 'identity', 'catalogue'],
];
const alerts = stormOf(count, (n) => parts[n % parts.length] ?? 'search');

const began = performance.now();
const told = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(1_000);
}

const answers = ({ answers: asked }: AlertStage) => ({
  taken: asked('/in/alertmanager', 200) + asked('/v2/enqueue', 202),
  '503': asked('/in/alertmanager', 503),
  '429': asked('/v2/enqueue', 429),
});

/** Requests of Alertmanager, and those that failed: refused, cut off, or not connected. Of all its lives. */
const requests = { sent: 0, failed: 0 };
async function countRequests({ alertmanager }: AlertStage): Promise<void> {
  requests.sent += await alertmanager.counter('alertmanager_notification_requests_total');
  requests.failed += await alertmanager.counter('alertmanager_notification_requests_failed_total');
}

const stage = await openAlertStage((url, keys) => demoConfig(url, keys, '1m'));
const { alertmanager } = stage;
try {
  const mei = await stage.person('mei');
  await pageForCatalogue(mei);
  told(`${count} alerts, ${parts.length} parts: ${parts.join(', ')}`);
  await alertmanager.fire(...alerts);
  told('Alertmanager has them all');

  await until(() => answers(stage).taken > count / 3);
  await stage.killDesk();
  told(`the desk is killed; answered until then: ${JSON.stringify(answers(stage))}`);
  await stage.startDesk();
  told('the desk is back');

  await until(() => answers(stage).taken > (count * 2) / 3);
  await countRequests(stage);
  told(`Alertmanager is ended; answered until then: ${JSON.stringify(answers(stage))}`);
  await alertmanager.restart('SIGTERM');
  await alertmanager.fire(...alerts);
  told('Alertmanager is back, and has them all again');

  await until(() => isThrough(alertmanager, count));
  await countRequests(stage);
  told(`Alertmanager is through; answered: ${JSON.stringify(answers(stage))}`);
  await until(async () => (await stormAt(mei)).asked >= count);
  const { pages, ...storm } = await stormAt(mei);
  told(`pages: ${pages.map(({ serviceId, alertCount }) => `${serviceId} ${alertCount}`).join(', ')}`);

  await alertmanager.resolve(...alerts);
  await until(async () => (await stormAt(mei)).open === 0);
  told('every alert is over');
  await until(async () => (await stormAt(mei)).pages.every(({ status }) => status === 'cancelled'));
  told('every page is over');

  console.table({
    'alerts sent': count,
    requests: requests.sent,
    'of these failed, and sent again': requests.failed,
    'answered 503': answers(stage)[503],
    'answered 429': answers(stage)[429],
    'alerts recorded': storm.alerts,
    'of these different': storm.different,
    'without a page': storm.unpaged,
    pages: pages.length,
    'pages that asked twice': storm.askedTwice,
  });
  const isRight =
    storm.alerts === count && storm.different === count && storm.unpaged === 0 && storm.askedTwice === 0;
  if (!isRight || pages.length > 10) process.exitCode = 1;
  console.log(process.exitCode === 1 ? 'Something is wrong.' : 'Nothing is missing, nothing is there twice.');
} finally {
  await stage.close();
}
