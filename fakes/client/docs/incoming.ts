/** Messages of the server applied to the local state: documents, answers, accepted writes. */
import type { Accepted, DocState, GetReply, StreamEvent } from '#fakes/cloud/docs/protocol.ts';
import { toPortError } from '#ports/errors.ts';
import type { Link } from '../link.ts';
import { mayPass } from '#provider-kit/backoff.ts';
import type { LocalDoc } from './local-doc.ts';
import type { Person } from './person.ts';
import type { View } from './view.ts';
import type { Changed } from './watches.ts';

/** Updates views and notifies their listeners. */
type Show = (person: Person, changed: Changed) => void;

export class Incoming {
  private readonly link: Link;
  private readonly show: Show;

  constructor(link: Link, show: Show) {
    this.link = link;
    this.show = show;
  }

  /** Applies the server's answer to a single request. */
  learn(person: Person, epoch: string, states: readonly DocState[]): void {
    person.meet(epoch);
    const news = states.filter((state) => person.docs.learn(state));
    if (news.length > 0) this.show(person, { paths: new Set(news.map(({ path }) => path)) });
  }

  /** Whether an answer to a single request is useful only to its caller and is not cached. */
  passes(person: Person, epoch: string, states: readonly DocState[]): boolean {
    person.meet(epoch);
    for (const state of states) if (!person.passes(state)) return false;
    return true;
  }

  /** A write was accepted. */
  accepted(person: Person, accepted: Accepted): void {
    const paths = person.accept(accepted);
    // The stream has nearly always sent it already.
    if (paths.size > 0) this.show(person, { paths });
  }

  /** Applies one event as one change: its parts show together. */
  event(person: Person, event: StreamEvent, viewOf: (target: number) => View | null): void {
    person.see(event.epoch, event.version);
    const paths = new Set<string>();
    const waited = event.accepted ? waiting(person, event.docs) : null;
    for (const state of event.docs) {
      person.docs.learn(state);
      paths.add(state.path);
    }
    const whole = new Set<View>();
    const stale: string[] = [];
    for (const change of event.targets) {
      const view = viewOf(change.target);
      if (!view) continue;
      stale.push(...(change.stale ?? []));
      if (change.all) {
        view.answer.keys = new Set(change.all);
        view.answer.current = true;
        whole.add(view);
        stale.push(...contradicted(person, view, event.version));
      }
      if (change.all ?? (change.added?.length || change.removed?.length))
        person.keeping.answerChanged(view.key);
      for (const path of change.removed ?? []) {
        view.answer.keys?.delete(path);
        paths.add(path);
      }
      person.keeping.letGo(change.removed ?? []);
      for (const path of change.added ?? []) {
        view.answer.keys?.add(path);
        paths.add(path);
      }
    }
    this.lookUp(person, new Set(stale));
    if (event.accepted) for (const path of person.accept(event.accepted)) paths.add(path);
    this.show(person, { paths, whole, ...(waited && { confirmed: unchanged(person, waited) }) });
  }

  /** Requests the documents that the server's answer to a query contradicts. */
  correct(person: Person, view: View, version: number): void {
    this.lookUp(person, new Set(contradicted(person, view, version)));
  }

  /** Documents known to have changed: they are requested, for use offline. */
  private lookUp(person: Person, paths: ReadonlySet<string>): void {
    for (const path of paths)
      this.link.request<GetReply>('docs', 'get', { path }).then(
        (reply) => {
          this.learn(person, reply.epoch, [reply]);
          person.keeping.letGo([path]);
        },
        (error: unknown) => {
          if (mayPass(toPortError(error))) return;
          person.docs.forget(path);
          this.show(person, { paths: new Set([path]) });
        },
      );
  }
}

/** The documents of `states` with waiting writes, as shown now. */
const waiting = ({ docs }: Person, states: readonly DocState[]): readonly LocalDoc[] =>
  states.flatMap(({ path }) => (docs.isPending(path) ? (docs.get(path) ?? []) : []));

/** Paths of the present documents whose content is the same as before. */
const unchanged = ({ docs }: Person, were: readonly LocalDoc[]): ReadonlySet<string> =>
  new Set(were.filter(({ path, data }) => data && docs.get(path)?.data === data).map(({ path }) => path));

/** Cached documents that match the query but are missing in the server's answer: their cached state is out of date. */
function contradicted(person: Person, { plan, answer }: View, version: number): readonly string[] {
  if (!plan || plan.limit !== null) return [];
  const known = person.docs.matching(plan);
  return known
    .filter(({ path, version: seen }) => seen < version && !answer.keys?.has(path))
    .map(({ path }) => path);
}
