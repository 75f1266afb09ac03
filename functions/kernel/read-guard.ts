/**
 * Access of a read to parts of an incident: the counterpart of the guard of commands. Checks the permission to read on the incident, and
 * brands permitted values; outputs accept nothing else (`domain/disclosed.ts`).
 */
import * as v from 'valibot';
import type { DisclosedItem, DisclosedText } from '#domain/disclosed.ts';
import type { Page } from '#domain/page/schema.ts';
import { type Action, type Actor, may, mayByRole } from '#domain/permissions.ts';
import type { Task } from '#domain/task/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { Free } from './guard.ts';
import type { UnitOfWork } from './unit-of-work.ts';

type Shown<T, F extends keyof T> = { readonly [K in F]: T[K] extends string ? DisclosedText : T[K] };

/** Fields that decide who may read an incident or a page; also of one that a newer version wrote. */
const readersSchema = v.looseObject({ private: v.boolean(), people: v.array(v.string()) });
const pageReadersSchema = v.looseObject({ ...readersSchema.entries, incidentId: v.nullable(v.string()) });
type PageReaders = v.InferOutput<typeof pageReadersSchema>;

export class ReadGuard {
  private readonly work: UnitOfWork;
  private readonly teamId: string;
  private readonly actor: Actor;

  constructor(work: UnitOfWork, teamId: string, actor: Actor) {
    this.work = work;
    this.teamId = teamId;
    this.actor = actor;
  }

  /** Whether the reader's role allows an action of the team. */
  mayByRole(action: Action): boolean {
    return mayByRole(this.actor, action).allowed;
  }

  /** Fields of a page or task; null: the reader may not read it. */
  async show<T extends Page | Task, F extends keyof T & string>(
    entity: T,
    ...fields: readonly F[]
  ): Promise<Shown<T, F> | null> {
    const readable =
      'subject' in entity
        ? await this.mayReadPage(entity)
        : (await this.readableIncident(entity.incidentId)) !== null;
    if (!readable) return null;
    return Object.fromEntries(fields.map((field) => [field, entity[field]])) as unknown as Shown<T, F>;
  }

  /** A document of the reader's own, of a kind that belongs to no incident. */
  ownItem<T extends object>(item: T & Free<T>): DisclosedItem {
    return item as unknown as DisclosedItem;
  }

  /** A document below an incident, with the incident's number; null: the reader may not read the incident. */
  async incidentItem(incidentId: string, item: object): Promise<DisclosedItem | null> {
    const incident = await this.readableIncident(incidentId);
    return incident && ({ ...item, incidentNumber: incident['number'] } as unknown as DisclosedItem);
  }

  /** A document below a page, with what the page is about; null: the reader may not read the page. */
  async pageItem(pageId: string, item: object): Promise<DisclosedItem | null> {
    const page = await this.work.get(pageReadersSchema, documentPaths.page(this.teamId, pageId));
    if (page === null || !(await this.mayReadPage(page))) return null;
    const { summary, status, urgency, createdAt, incidentId } = page;
    const shown = { summary, status, urgency, createdAt, incidentId };
    return { ...item, page: shown } as unknown as DisclosedItem;
  }

  /** A document below an alert, with the alert's summary; null: the reader may not read the alert. */
  async alertItem(alertId: string, item: object): Promise<DisclosedItem | null> {
    const alert = await this.work.get(pageReadersSchema, documentPaths.alert(this.teamId, alertId));
    if (alert === null || !(await this.mayReadPage(alert))) return null;
    return { ...item, alertSummary: alert['summary'] } as unknown as DisclosedItem;
  }

  /** The permission is asked of its incident; of the page itself where there is none. */
  private async mayReadPage(page: PageReaders | Page): Promise<boolean> {
    const { incidentId } = page;
    const incident = incidentId === null ? null : await this.incident(incidentId);
    return may(this.actor, 'read', incident ?? page).allowed;
  }

  private async readableIncident(id: string) {
    const incident = await this.incident(id);
    return incident !== null && may(this.actor, 'read', incident).allowed ? incident : null;
  }

  private incident(id: string) {
    return this.work.get(readersSchema, documentPaths.incident(this.teamId, id));
  }
}
