/** Direct accesses of persons, without a function: each with its outcome, and whether it was allowed. */
import type { Action } from '#domain/permissions.ts';
import type { PortError } from '#ports/errors.ts';
import { toPortError } from '#ports/errors.ts';
import type { SimulatedBrowser } from './browser.ts';

export interface Attempt {
  readonly browser: SimulatedBrowser;
  readonly life: number;
  readonly what: string;
  readonly action: Action;
  readonly incidentId: string | null;
  readonly at: number;
  /** Whether it was allowed at the time. No person loses a right that is checked here. */
  readonly allowed: boolean;
  /** `given up`: the page of the attempt was reloaded. */
  state: 'under way' | 'done' | 'refused' | 'failed' | 'given up';
  error: PortError | null;
}

export interface Comment extends Attempt {
  readonly id: string;
  readonly body: string;
}

const refusals = new Set(['permission-denied', 'storage/unauthorized']);
/** A signed-in person gets these codes only where their token could not be renewed. */
const nobody = new Set(['unauthenticated', 'storage/unauthenticated']);

/** Surroundings of the attempts. */
export interface AttemptContext {
  readonly now: number;
  /** Signing in and renewing tokens has been made to fail. */
  readonly authTroubled: boolean;
  may(uid: string, action: Action, incidentId: string | null): boolean;
  knowsPermission(uid: string, incidentId: string | null): boolean;
  wrong(sentence: string): void;
}

export class Attempts {
  readonly all: Attempt[] = [];
  readonly comments: Comment[] = [];
  /** Files that have arrived. */
  readonly files: { readonly incidentId: string; readonly path: string }[] = [];
  private readonly world: AttemptContext;

  constructor(world: AttemptContext) {
    this.world = world;
  }

  /** `lax`: a refusal may have another reason than the permission table (an outdated state, say). */
  track(
    browser: SimulatedBrowser,
    what: string,
    action: Action,
    incidentId: string | null,
    work: Promise<unknown>,
    lax = false,
  ): Attempt {
    const { world } = this;
    const attempt: Attempt = {
      browser,
      life: browser.life,
      what,
      action,
      incidentId,
      at: world.now,
      allowed: world.may(browser.uid, action, incidentId),
      state: 'under way',
      error: null,
    };
    this.all.push(attempt);
    work.then(
      () => {
        attempt.state = 'done';
        if (!world.may(browser.uid, action, incidentId) && world.knowsPermission(browser.uid, incidentId))
          world.wrong(`${browser.uid} could ${what} (${incidentId ?? 'team'}) and may not.`);
      },
      (failure: unknown) => {
        const error = toPortError(failure);
        attempt.error = error;
        const refused =
          refusals.has(error.code) || (nobody.has(error.code) && !world.authTroubled && !browser.skewed);
        attempt.state = attempt.life !== browser.life ? 'given up' : refused ? 'refused' : 'failed';
        const isKnown = world.knowsPermission(browser.uid, incidentId);
        if (attempt.state === 'refused' && attempt.allowed && isKnown && !lax)
          world.wrong(`${browser.uid} could not ${what} (${incidentId ?? 'team'}) and may: ${error.message}`);
      },
    );
    return attempt;
  }

  comment(browser: SimulatedBrowser, incidentId: string, body: string): void {
    const id = browser.client.docs.newId();
    const work = browser.writes(incidentId).comment(body, id);
    this.comments.push(
      Object.assign(this.track(browser, 'comment', 'comment', incidentId, work), { id, body }),
    );
  }
}
