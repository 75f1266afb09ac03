/**
 * Generator of history: past alerts, pages and incidents come from the same transitions and the same paging engine as today's, at
 * their own times, so all of them are possible.
 */
import { type AlertCommand, changeAlert, receive } from '#domain/alert/transitions.ts';
import { minute } from '#domain/constants.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { system } from '#domain/base.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { changeIncident, declareIncident, type IncidentCommand } from '#domain/incident/transitions.ts';
import type { Signal } from '#domain/ingest/signal.ts';
import type { PageChanged } from '#domain/page/effects.ts';
import { startPage, tick } from '#domain/page/engine.ts';
import { urgencyOf } from '#domain/page/urgency.ts';
import { changePage, type PageCommand } from '#domain/page/transitions.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { addTask, changeTask } from '#domain/task/transitions.ts';
import { addComment, timelineEventOf } from '#domain/timeline/transitions.ts';
import type { Changed, HistoryEvent, Transition } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { demoTeamId } from '../team/people.ts';
import type { DemoServiceId } from '../team/sender-keys.ts';
import type { DemoSetup } from '../team/setup.ts';

export interface Declaring {
  readonly number: number;
  readonly title: string;
  readonly severity: Incident['severity'];
}

/** An alert and the incident that grew from it. Times are minutes after its start. */
export class Chronicle {
  readonly documents = new Map<string, object>();
  private readonly setup: DemoSetup;
  private readonly name: string;
  private readonly beganAt: number;
  private alert: Alert;
  private page: Page | null = null;
  private incident: Incident | null = null;
  private tasks = 0;
  private events = 0;

  /** `name` makes the ids. */
  constructor(setup: DemoSetup, name: string, beganAt: number, serviceId: DemoServiceId, signal: Signal) {
    this.setup = setup;
    this.name = name;
    this.beganAt = beganAt;
    const integrationId = setup.integrations.find((one) => one.serviceId === serviceId)?.id ?? null;
    const origin = { id: `${name}-alert`, teamId: demoTeamId, serviceId, integrationId };
    const opened = receive(null, signal, { ...origin, now: beganAt }).state;
    if (opened === null) throw new TypeError('History begins with a trigger.');
    this.alert = opened;
    this.saveAlert(opened);
    this.startPage();
  }

  /** Null: its alert was no incident. */
  get incidentId(): string | null {
    return this.incident?.id ?? null;
  }

  /** First person whom the page asks at that minute. */
  recipientAt(after: number): string {
    this.tickPage(after);
    return this.page?.waitingFor[0] ?? 'mei';
  }

  trigger(after: number, signal: Signal): this {
    const { state, events } = receive(this.alert, signal, { ...this.alert, now: this.at(after) });
    this.saveAlert(state ?? this.alert);
    this.appendTimeline(events);
    return this;
  }

  acknowledge(after: number, by: string): this {
    this.tickPage(after);
    this.changePage(after, by, { kind: 'acknowledge' });
    this.changeAlert(after, by, { kind: 'acknowledge' });
    return this;
  }

  declare(after: number, by: string, what: Declaring): this {
    const { serviceId } = this.alert;
    const serviceIds = serviceId === null ? [] : [serviceId];
    const id = `incident-${what.number}`;
    const declared = declareIncident(
      { ...what, id, teamId: demoTeamId, serviceIds, private: false },
      { by, now: this.at(after) },
    );
    this.saveIncident(declared);
    this.changeAlert(after, by, { kind: 'link', incidentId: id });
    if (this.page) this.savePage({ ...this.page, incidentId: id, revision: this.page.revision + 1 });
    return this;
  }

  change(after: number, by: string, command: IncidentCommand): this {
    const change = this.accept(changeIncident(this.room(), command, { by, now: this.at(after) }));
    this.saveIncident(change);
    for (const effect of change.effects) if (effect.kind === 'end-pages') this.endPage(after, effect.reason);
    return this;
  }

  status(after: number, by: string, to: Incident['status'], note = ''): this {
    return this.change(after, by, { kind: 'transition', to, note });
  }

  comment(after: number, by: string, body: string): this {
    if (!this.room().people.includes(by)) this.change(after, by, { kind: 'join' });
    this.appendTimeline(addComment(body, { by, now: this.at(after) }).events);
    return this;
  }

  task(after: number, by: string, text: string, assignee: string, doneAfter: number): this {
    const { id: incidentId } = this.room();
    const id = `${this.name}-task-${++this.tasks}`;
    const what = { id, teamId: demoTeamId, incidentId, text, assignee };
    const added = addTask(what, { by, now: this.at(after) });
    const done = changeTask(added.state, { kind: 'done' }, { by: assignee, now: this.at(doneAfter) });
    this.documents.set(documentPaths.task(demoTeamId, incidentId, id), done.state ?? added.state);
    this.appendTimeline([...added.events, ...done.events]);
    return this;
  }

  /** Resolve signal of the alert's sender. */
  resolveAlert(after: number): this {
    const { dedupKey, summary, severity, labels, links } = this.alert;
    const said = { dedupKey, summary, severity, labels, links, firing: 0, startsAt: this.at(after) };
    this.trigger(after, { ...said, action: 'resolve' });
    this.endPage(after, 'The alert is resolved.');
    return this;
  }

  private startPage(): void {
    const service = this.setup.services.find(({ id }) => id === this.alert.serviceId);
    const policy = this.setup.policies.find(({ id }) => id === service?.policyId);
    if (!policy) {
      this.saveAlert({ ...this.alert, unpaged: { kind: service ? 'no-policy' : 'no-service' } });
      return;
    }
    const { severity, summary } = this.alert;
    const request = {
      id: `${this.name}-page`,
      teamId: demoTeamId,
      subject: { kind: 'alert', alertId: this.alert.id } as const,
      incidentId: null,
      summary,
      serviceId: this.alert.serviceId,
      urgency: urgencyOf(severity),
      priority: { incident: null, alert: severity },
      policyId: policy.id,
      policy,
      turn: 0,
      acknowledgeTimeoutMinutes: 0,
    };
    this.savePage(startPage(request, this.context(0, system)).state);
    this.saveAlert({ ...this.alert, pageId: request.id });
  }

  private changePage(after: number, by: string, command: PageCommand): void {
    if (this.page) this.keepPage(this.accept(changePage(this.page, command, this.context(after, by))));
  }

  private tickPage(after: number): void {
    const { now, people } = this.context(after, system);
    if (this.page) this.keepPage(tick(this.page, people, now));
  }

  private keepPage({ state, events }: PageChanged): void {
    this.savePage(state);
    this.appendTimeline(events);
  }

  private endPage(after: number, reason: string): void {
    if (this.page && this.page.status !== 'cancelled')
      this.changePage(after, system, { kind: 'cancel', reason });
  }

  private changeAlert(after: number, by: string, command: AlertCommand): void {
    const change = this.accept(changeAlert(this.alert, command, { by, now: this.at(after) }));
    this.saveAlert(change.state);
    this.appendTimeline(change.events);
  }

  private context(after: number, by: string) {
    return { by, now: this.at(after), people: recipientResolver(this.setup) };
  }

  private at(after: number): number {
    return this.beganAt + Math.round(after * minute);
  }

  private room(): Incident {
    if (!this.incident) throw new TypeError('Nothing has been declared yet.');
    return this.incident;
  }

  private accept<State, Effect>(outcome: Transition<State, Effect>): Changed<State, Effect> {
    if (!outcome.ok)
      throw new TypeError(`The history of ${this.name} is impossible: ${outcome.error.message}`);
    return outcome;
  }

  /** Alert and page have their own entries for the time before the incident was declared. */
  private appendTimeline(events: readonly HistoryEvent[]): void {
    if (!this.incident) return;
    const { id: incidentId } = this.incident;
    for (const event of events) {
      const sequence = this.events++;
      const id = `${this.name}-event-${String(sequence).padStart(3, '0')}`;
      const told = timelineEventOf(event, { id, teamId: demoTeamId, incidentId, sequence });
      this.documents.set(documentPaths.timelineEvent(demoTeamId, incidentId, id), told);
    }
  }

  private saveAlert(alert: Alert): void {
    this.alert = alert;
    this.documents.set(documentPaths.alert(demoTeamId, alert.id), alert);
  }

  private savePage(page: Page): void {
    this.page = page;
    this.documents.set(documentPaths.page(demoTeamId, page.id), page);
  }

  private saveIncident({ state, events }: Changed<Incident, unknown>): void {
    this.incident = state;
    this.documents.set(documentPaths.incident(demoTeamId, state.id), state);
    this.appendTimeline(events);
  }
}
