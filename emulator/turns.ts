/** So much for one client in one turn of the event loop; then it is everybody else's. */
import { guardListener } from '#provider-kit/guard-listener.ts';
import { mostPerTurn } from './bounds.ts';

/** Runs it in a later turn of the event loop, when sockets have been read. */
export type Later = (run: () => void) => void;

export const nextTurn: Later = (run) => void setImmediate(guardListener(run));

export class Turns {
  private readonly resume: () => void;
  private readonly later: Later;
  private left = mostPerTurn;
  private isCounting = false;
  private isRefused = false;

  /** `resume`: called in the next turn, if `take` has refused in this one. */
  constructor(resume: () => void, later: Later = nextTurn) {
    this.resume = resume;
    this.later = later;
  }

  /** May one more be handled in this turn? */
  take(): boolean {
    if (!this.isCounting) {
      this.isCounting = true;
      this.later(() => this.begin());
    }
    if (this.left === 0) this.isRefused = true;
    else this.left--;
    return !this.isRefused;
  }

  private begin(): void {
    this.left = mostPerTurn;
    this.isCounting = false;
    if (!this.isRefused) return;
    this.isRefused = false;
    this.resume();
  }
}
