/** Filter of the audit in the address. */
import { isId } from '#domain/base.ts';
import { day } from '#domain/constants.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { AuditQuery } from '#src/data/queries/audit.ts';

export interface AuditFilter {
  /** User id. */
  readonly by: string | null;
  readonly command: CommandName | null;
  /** `kind:id` of what it was done to. Of an incident: also of what belongs to it. */
  readonly about: string | null;
  /** Days of the team's calendar, `2026-11-23`, both included. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether automatic reports of devices are included. */
  readonly automatic: boolean;
}

export const everything: AuditFilter = {
  by: null,
  command: null,
  about: null,
  from: null,
  to: null,
  automatic: false,
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text));
const isAbout = (text: string) => /^[A-Za-z]{1,40}:[A-Za-z0-9_…-]{1,128}$/u.test(text);

/** Filter from the part of an address after `?`; invalid values count as absent. */
export function readAuditFilter(search: string): AuditFilter {
  const params = new URLSearchParams(search);
  const one = (name: string, fits: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && fits(text) ? text : null;
  };
  return {
    by: one('by', isId),
    command: one('command', (text) => Object.hasOwn(commandCatalogue, text)) as CommandName | null,
    about: one('about', isAbout),
    from: one('from', isDay),
    to: one('to', isDay),
    automatic: params.get('devices') === 'yes',
  };
}

/** The part of an address after `?`, empty when everything is shown. */
export function writeAuditFilter({ automatic, ...texts }: AuditFilter): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) if (value !== null) params.set(name, value);
  if (automatic) params.set('devices', 'yes');
  return params.toString();
}

/** Days begin in the team's zone, so that a link shows everybody the same. */
export function queryOf({ from, to, ...filter }: AuditFilter, timezone: string): AuditQuery {
  const zone = createZone(timezone);
  const start = (text: string, days: number) => zone.instant(Date.parse(text) + days * day);
  return {
    ...filter,
    fromAt: from === null ? null : start(from, 0),
    untilAt: to === null ? null : start(to, 1),
  };
}
