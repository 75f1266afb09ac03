/**
 * Writes history by living through it: past alerts, pages and incidents are made by the same transitions and the same
 * paging engine as today's, at their own times, so nothing in them could not have happened.
 */
import { changeAlert, receive } from '#domain/alert/transitions.ts';
import { minute } from '#domain/constants.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { changeIncident, declareIncident, type IncidentCommand } from '#domain/incident/transitions.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import { acknowledgePage, cancelPage } from '#domain/page/answer.ts';
import { startPage, tick } from '#domain/page/engine.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { documentPaths } from '#api/paths.ts';
import { addTask, changeTask } from '#domain/task/transitions.ts';
import type { HistoryEvent, Outcome } from '#domain/transition.ts';
import { demoTeamId } from '../team/people.ts';
import type { DemoServiceId, DemoSetup } from '../team/setup.ts';

export interface Declaring {
  readonly number: number;
  readonly title: string;
  readonly severity: Incident['severity'];
}

/** One alert and the incident that grew from it. Times are minutes after it began. */
export class Chronicle {
  readonly documents = new Map<string, object>();
  private readonly setup: DemoSetup;
  private readonly name: string;
  private readonly beganAt: number;
  private alert: Alert;
  private page: Page | null = null;
  private incident: Incident | null = null;
  private readonly tasks = new Map<string, Task>();
  private events = 0;

  /** `name` makes the ids. */
  constructor(setup: DemoSetup, name: string, beganAt: number, serviceId: DemoServiceId, signal: Signal) {
    this.setup = setup;
    this.name = name;
    this.beganAt = beganAt;
    const integrationId = setup.integrations.find((one) => one.serviceId === serviceId)?.id ?? null;
    const origin = { id: `${name}-alert`, teamId: demoTeamId, serviceId, integrationId };
    const opened = receive(null, signal, origin, beganAt).state;
    if (opened === null) throw new TypeError('History begins with a trigger.');
    this.alert = opened;
    this.keepAlert();
    this.startPage();
  }

  /** Who the page asks at that minute; the first of them. */
  asked(after: number): string {
    this.runPage(after);
    return this.page?.waitingFor[0] ?? 'mei';
  }

  again(after: number, signal: Signal): this {
    const now = this.at(after);
    const { id, teamId, serviceId, integrationId } = this.alert;
    const change = receive(this.alert, signal, { id, teamId, serviceId, integrationId }, now);
    this.alert = change.state ?? this.alert;
    this.keepAlert();
    this.tell(change.events);
    return this;
  }

  acknowledge(after: number, by: string): this {
    this.runPage(after);
    if (this.page) {
      const change = this.good(acknowledgePage(this.page, by, this.at(after)));
      this.keepPage(change.state);
      this.tell(change.events);
    }
    const change = this.good(changeAlert(this.alert, { kind: 'acknowledge' }, by, this.at(after)));
    this.alert = change.state;
    this.keepAlert();
    this.tell(change.events);
    return this;
  }

  declare(after: number, by: string, what: Declaring): this {
    const now = this.at(after);
    const { serviceId } = this.alert;
    const serviceIds = serviceId === null ? [] : [serviceId];
    const id = `incident-${what.number}`;
    const declared = declareIncident(
      { ...what, id, teamId: demoTeamId, serviceIds, private: false, by },
      now,
    );
    this.incident = declared.state;
    this.keepIncident();
    this.tell(declared.events);
    const linked = this.good(changeAlert(this.alert, { kind: 'link', incidentId: id }, by, now));
    this.alert = linked.state;
    this.keepAlert();
    this.tell(linked.events);
    if (this.page) this.keepPage({ ...this.page, incidentId: id, revision: this.page.revision + 1 });
    return this;
  }

  change(after: number, by: string, command: IncidentCommand): this {
    const room = this.room();
    const change = this.good(changeIncident(room, command, by, this.at(after)));
    this.incident = change.state;
    this.keepIncident();
    this.tell(change.events);
    if (change.effects.length > 0) this.endPage(after, change.effects[0]?.reason ?? '');
    return this;
  }

  comment(after: number, by: string, body: string): this {
    const room = this.room();
    if (!room.people.includes(by)) this.change(after, by, { kind: 'join' });
    this.tell([{ at: this.at(after), by, entry: { kind: 'comment', body } }]);
    return this;
  }

  task(after: number, by: string, text: string, assignee: string, doneAfter: number): this {
    const { id: incidentId } = this.room();
    const id = `${this.name}-task-${this.tasks.size + 1}`;
    const what = { id, teamId: demoTeamId, incidentId, text, assignee };
    const added = addTask(what, by, this.at(after));
    const done = changeTask(added.state, { kind: 'done' }, assignee, this.at(doneAfter));
    this.tasks.set(id, done.state);
    this.documents.set(documentPaths.task(demoTeamId, incidentId, id), done.state);
    this.tell([...added.events, ...done.events]);
    return this;
  }

  /** Its sender says that it is over. */
  clear(after: number): this {
    const now = this.at(after);
    const { dedupKey, summary, severity, labels, links } = this.alert;
    const signal = {
      dedupKey,
      action: 'resolve',
      summary,
      severity,
      labels,
      links,
      firing: 0,
      startsAt: now,
    } as const;
    const { id, teamId, serviceId, integrationId } = this.alert;
    const change = receive(this.alert, signal, { id, teamId, serviceId, integrationId }, now);
    this.alert = change.state ?? this.alert;
    this.keepAlert();
    this.tell(change.events);
    this.endPage(after, 'The alert is resolved.');
    return this;
  }

  private startPage(): void {
    const service = this.setup.services.find(({ id }) => id === this.alert.serviceId);
    const policy = this.setup.policies.find(({ id }) => id === service?.policyId);
    if (!policy) return;
    const { severity, summary } = this.alert;
    const request = {
      id: `${this.name}-page`,
      teamId: demoTeamId,
      subject: { kind: 'alert', alertId: this.alert.id } as const,
      incidentId: null,
      summary,
      urgency: severity === 'critical' || severity === 'error' ? ('high' as const) : ('low' as const),
      policyId: policy.id,
      policy,
      turn: policy.turn,
      acknowledgeTimeoutMinutes: 0,
      by: 'system',
    };
    this.keepPage(startPage(request, recipientResolver(this.setup), this.beganAt).state);
    this.alert = { ...this.alert, pageId: request.id };
    this.keepAlert();
  }

  private runPage(after: number): void {
    if (!this.page) return;
    const change = tick(this.page, recipientResolver(this.setup), this.at(after));
    this.keepPage(change.state);
    this.tell(change.events);
  }

  private endPage(after: number, reason: string): void {
    if (!this.page) return;
    const change = cancelPage(this.page, 'system', reason, this.at(after));
    if (!change.ok) return;
    this.keepPage(change.state);
    this.tell(change.events);
  }

  private at(after: number): number {
    return this.beganAt + Math.round(after * minute);
  }

  private room(): Incident {
    if (!this.incident) throw new TypeError('Nothing has been declared yet.');
    return this.incident;
  }

  private good<State, Effect>(outcome: Outcome<State, Effect>) {
    if (!outcome.ok)
      throw new TypeError(`The history of ${this.name} is impossible: ${outcome.error.message}`);
    return outcome;
  }

  /** What happened before the incident was declared is told by the alert and its page. */
  private tell(events: readonly HistoryEvent[]): void {
    if (!this.incident) return;
    const { id: incidentId } = this.incident;
    for (const { at, by, entry } of events) {
      const sequence = this.events++;
      const id = `${this.name}-event-${String(sequence).padStart(3, '0')}`;
      this.documents.set(documentPaths.timelineEvent(demoTeamId, incidentId, id), {
        id,
        teamId: demoTeamId,
        incidentId,
        createdAt: at,
        createdBy: by,
        revision: 1,
        sequence,
        ...entry,
      });
    }
  }

  private keepAlert(): void {
    this.documents.set(documentPaths.alert(demoTeamId, this.alert.id), this.alert);
  }

  private keepPage(page: Page): void {
    this.page = page;
    this.documents.set(documentPaths.page(demoTeamId, page.id), page);
  }

  private keepIncident(): void {
    const room = this.room();
    this.documents.set(documentPaths.incident(demoTeamId, room.id), room);
  }
}
