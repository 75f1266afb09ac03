/** Persons who have signed in in one tab. The local state of each is made at the first sign-in. */
import type { ClientContext } from '../context.ts';
import { browserName } from './browser-name.ts';
import { Lasting } from './lasting.ts';
import { passing } from './passing.ts';
import { Person, type PersonOwner } from './person.ts';

export class People {
  private readonly context: ClientContext;
  private readonly owner: PersonOwner;
  private readonly known = new Map<string | null, Person>();
  private readonly tab: string;
  private browser: string;

  constructor(context: ClientContext, owner: PersonOwner) {
    this.context = context;
    this.owner = owner;
    this.tab = context.random.fork('docs/tab').id();
    this.browser = this.tab;
  }

  /** Determines the browser's id, before any person is loaded: a persistent cache belongs to the browser. */
  async findBrowser(): Promise<void> {
    const { stores, random, storage } = this.context;
    this.browser = (await browserName(stores.local, random, storage)) ?? this.tab;
  }

  all(): Iterable<Person> {
    return this.known.values();
  }

  meet(uid: string | null): Person {
    const known = this.known.get(uid);
    if (known) return known;
    const { stores, clock, random, settings, lasting, storage } = this.context;
    const name = uid === null ? 'nobody' : `user/${encodeURIComponent(uid)}`;
    const surroundings = {
      tab: stores.local,
      self: this.tab,
      clock,
      random: random.fork(`docs/storage/${name}`),
      health: storage,
      cacheBytes: settings.cacheBytes,
    };
    const person = new Person(uid, `${this.browser}/${name}`, this.owner, (own) =>
      lasting ? new Lasting(own, `docs/${name}`, surroundings) : passing(own),
    );
    this.known.set(uid, person);
    return person;
  }
}
