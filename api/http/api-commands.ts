/**
 * Commands of the HTTP API: those of the catalogue that a key may give, each with the scope that it asks and the schema of its answer.
 * A command that is not listed can't be given by a key: everything about accounts, devices, members, invites and keys.
 */
import * as v from 'valibot';
import { idSchema, revisionSchema, wholeNumberSchema } from '#domain/base.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import type { ApiScope } from '#domain/api-key/schema.ts';
import { incidentStatusSchema, severitySchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { commandCatalogue, type CommandName, type CommandOutput } from '../commands.ts';

interface ApiCommand<Output = unknown> {
  readonly scope: ApiScope;
  readonly output: v.GenericSchema<unknown, Output>;
  /** Fields that are not asked for, and what they always are. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

const revision = { revision: revisionSchema };
const revised = v.object(revision);
const pageStatus = v.object({ ...revision, status: pageSchema.entries.status });
const alertStatus = v.object({ ...revision, status: alertSchema.entries.status });
const respond = { scope: 'respond', output: revised } as const;
const answer = { scope: 'respond', output: pageStatus } as const;
const configure = { scope: 'configure', output: revised } as const;

export const apiCommands = {
  declareIncident: {
    scope: 'respond',
    output: v.object({
      ...revision,
      incidentId: idSchema,
      number: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
      pageIds: v.array(idSchema),
    }),
    // A key could not read a private one.
    fixed: { private: false },
  },
  transitionIncident: { scope: 'respond', output: v.object({ ...revision, status: incidentStatusSchema }) },
  setSeverity: { scope: 'respond', output: v.object({ ...revision, severity: severitySchema }) },
  mergeIncidents: respond,
  assignRole: respond,
  addComment: respond,
  page: { scope: 'respond', output: v.object({ ...revision, pageId: idSchema }) },
  acknowledgePage: answer,
  escalatePage: answer,
  declinePage: answer,
  repage: answer,
  handBackPage: answer,
  handOverPage: answer,
  snoozePage: answer,
  linkAlert: respond,
  acknowledgeAlert: { scope: 'respond', output: alertStatus },
  resolveAlert: { scope: 'respond', output: alertStatus },
  snoozeAlert: { scope: 'respond', output: alertStatus },
  createOverride: configure,
  moveOverride: configure,
  removeOverride: configure,
  saveSchedule: configure,
  removeSchedule: configure,
  savePolicy: configure,
  removePolicy: configure,
  saveService: configure,
  removeService: configure,
  saveRunbook: configure,
  removeRunbook: configure,
  saveIntegration: configure,
  saveMapping: configure,
  saveHeartbeat: configure,
  saveRouting: configure,
  saveMaintenance: configure,
  endMaintenance: configure,
} as const satisfies { readonly [N in CommandName]?: ApiCommand<CommandOutput<N>> };

export type ApiCommandName = keyof typeof apiCommands;

export const apiCommandOf = (name: ApiCommandName): ApiCommand => apiCommands[name];

export const isApiCommand = (name: string): name is ApiCommandName => Object.hasOwn(apiCommands, name);

/** Fields of a command that the API fills in by itself: the team and the time are known, the id is in a header. */
const ownFields: ReadonlySet<string> = new Set(['teamId', 'commandId', 'ageMs']);

/** The body that the API takes for a command. */
export function apiInputSchema(name: ApiCommandName): v.ObjectSchema<v.ObjectEntries, undefined> {
  const { fixed = {} } = apiCommandOf(name);
  const entries = Object.entries(commandCatalogue[name].input.entries);
  return v.object(
    Object.fromEntries(entries.filter(([field]) => !ownFields.has(field) && !Object.hasOwn(fixed, field))),
  );
}
