/** Operations of the pages in this bench. */
export interface YearPage {
  prepare(): Promise<void>;
  /** The year of all ten, from nothing until each of its days stands. */
  show(): Promise<void>;
  hide(): Promise<void>;
  /** The form of a schedule, with the year as its preview. */
  open(index: number): Promise<void>;
  /** Removes a member from a layer; ends when the year and the changed shifts are shown. */
  edit(): Promise<void>;
  /** Saves by the command; ends when the screen shows the saved schedule. */
  save(): Promise<void>;
}

export interface PeerPage {
  /** Shows the same shifts from nothing until they are complete. */
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
