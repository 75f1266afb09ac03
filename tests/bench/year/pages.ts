/** What the pages of this bench can do. */
export interface YearPage {
  prepare(): Promise<void>;
  /** The year of all ten, from nothing until each of its days stands. */
  show(): Promise<void>;
  hide(): Promise<void>;
  /** The form of a schedule, with the year as its preview. */
  open(index: number): Promise<void>;
  /** Takes somebody out of a layer, until the year and who gains and loses shifts are there. */
  edit(): Promise<void>;
  /** Through the command, until the screen shows what is saved. */
  save(): Promise<void>;
}

export interface PeerPage {
  /** The same shifts, from nothing until they stand. */
  show(): Promise<void>;
  hide(): Promise<void>;
  /** The shifts of one schedule replaced by those without one of its people. */
  edit(index: number): Promise<void>;
}

declare global {
  interface Window {
    year?: YearPage;
    peer?: PeerPage;
  }
}
