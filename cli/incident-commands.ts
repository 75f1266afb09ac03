/** `muster declare`, `page` and `log`: incidents. */
import { randomUUID } from 'node:crypto';
import { answered } from './api.ts';
import { CliError } from './cli-error.ts';
import { type CliCommand, timeText } from './command.ts';
import { allItems } from './items.ts';
import { allNamed, idsNamed, incidentOf } from './lookups.ts';

const severities = ['SEV1', 'SEV2', 'SEV3', 'SEV4', 'SEV5'] as const;

function severityOf(text: string) {
  const severity = severities.find((one) => one === text.toUpperCase());
  if (severity) return severity;
  throw new CliError('usage', `“${text}” is no severity. Use one of ${severities.join(', ')}.`);
}

/** A command that is sent again by a retry of the network is carried out once. */
const once = () => ({ header: { 'Idempotency-Key': randomUUID() } });

export const declare: CliCommand = {
  usage: 'declare TITLE [--severity SEV3] [--service NAME]… [--page PERSON]… [--policy NAME]…',
  summary: 'Declare an incident, and page people or a policy for it.',
  options: {
    severity: { type: 'string', short: 's' },
    service: { type: 'string', multiple: true },
    page: { type: 'string', multiple: true, short: 'p' },
    policy: { type: 'string', multiple: true },
  },
  async run(api, { positionals, text, texts }) {
    const title = positionals.join(' ').trim();
    if (title === '') throw new CliError('usage', 'Say what happens: muster declare "Checkout fails".');
    const userIds = await idsNamed(api, '/members', texts('page'));
    const policyIds = await idsNamed(api, '/policies', texts('policy'));
    const data = await answered(
      api.POST('/commands/declareIncident', {
        params: once(),
        body: {
          title,
          severity: severityOf(text('severity') ?? 'SEV3'),
          serviceIds: [...(await idsNamed(api, '/services', texts('service')))],
          alertId: null,
          page: [
            ...(userIds.length > 0 ? [{ kind: 'people' as const, userIds: [...userIds] }] : []),
            ...policyIds.map((policyId) => ({ kind: 'policy' as const, policyId })),
          ],
        },
      }),
    );
    const paged = data.pageIds.length === 0 ? 'Nobody was paged.' : `Pages: ${data.pageIds.join(', ')}.`;
    return { data, lines: [`Incident #${data.number} is declared. ${paged}`] };
  },
};

export const page: CliCommand = {
  usage: 'page NUMBER [PERSON]… [--policy NAME] --message TEXT',
  summary: 'Page people, or a policy, into an incident.',
  options: { policy: { type: 'string' }, message: { type: 'string', short: 'm' } },
  async run(api, { positionals: [number = '', ...people], text }) {
    const [summary, policy] = [text('message') ?? '', text('policy')];
    if (people.length > 0 === (policy !== undefined))
      throw new CliError('usage', 'Name people or a policy: muster page 42 Jonas --message "Come".');
    if (summary.trim() === '') throw new CliError('usage', 'Say why, with --message.');
    const { id: incidentId } = await incidentOf(api, number);
    const [policyId = ''] = policy === undefined ? [] : await idsNamed(api, '/policies', [policy]);
    const whom =
      policy === undefined
        ? { kind: 'people' as const, userIds: [...(await idsNamed(api, '/members', people))] }
        : { kind: 'policy' as const, policyId };
    const body = { incidentId, whom, summary };
    const data = await answered(api.POST('/commands/page', { params: once(), body }));
    return { data, lines: [`The page ${data.pageId} asks now.`] };
  },
};

export const log: CliCommand = {
  usage: 'log NUMBER [TEXT]',
  summary: 'Show the timeline of an incident, or add a comment to it.',
  options: {},
  async run(api, { positionals: [number = '', ...words] }) {
    const { id, title } = await incidentOf(api, number);
    const text = words.join(' ').trim();
    if (text !== '') {
      const body = { incidentId: id, body: text };
      const data = await answered(api.POST('/commands/addComment', { params: once(), body }));
      return { data, lines: [`Added to “${title}”.`] };
    }
    const items = await allItems((query) =>
      api.GET('/incidents/{id}/timeline', { params: { path: { id }, query } }),
    );
    const names = new Map((await allNamed(api, '/members')).map((member) => [member.id, member.name]));
    const nameOf = (userId: string) =>
      userId === 'system' ? 'Muster' : (names.get(userId) ?? 'Former member');
    const lines = items.map((entry) => {
      const what = 'body' in entry ? entry.body : describe(entry);
      return `${timeText(entry.createdAt)}  ${nameOf(entry.createdBy)}: ${what}`;
    });
    return { data: items, lines };
  },
};

/** Kind of an entry, and what it changed. */
function describe(entry: { readonly kind: string }): string {
  const fields = new Map<string, unknown>(Object.entries(entry));
  const parts = ['change', 'severity', 'from', 'to', 'title', 'text', 'name', 'summary', 'note', 'reason']
    .map((field) => fields.get(field))
    .filter((value) => typeof value === 'string' && value !== '');
  return [entry.kind, ...parts].join(' · ');
}
