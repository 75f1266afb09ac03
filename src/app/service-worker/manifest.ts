/** Files of one build, as the service worker keeps them; written by the build (tools/service-worker.ts). */
export interface FileManifest {
  /** Hash of all that follows. */
  readonly version: string;
  /** Files of a start: cached before the version takes over. `revision`: of a file whose name has no hash, else null. */
  readonly start: readonly { readonly url: string; readonly revision: string | null }[];
  /** The same, where this browser hosts the demonstration's cloud. */
  readonly cloud: readonly string[];
  /** Scripts and styles of the other screens: kept when the browser is idle. */
  readonly later: readonly string[];
  /** Beginnings of paths that are never answered from here: the functions' HTTP doors, and what the host answers itself. */
  readonly never: readonly string[];
}

/** Address of the page, which is every screen's. */
export const pageUrl = '/index.html';
