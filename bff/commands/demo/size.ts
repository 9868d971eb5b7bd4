/** How much a demo holds. */
export interface Size {
  mergeRequests: number;
  /** Threads of merge requests, single comments not counted. */
  threads: number;
  issues: number;
  /** Files of the one large merge request. */
  largeFiles: number;
}

export const wholeDemo: Size = { mergeRequests: 150, threads: 400, issues: 48, largeFiles: 678 };
/** At least one of each kind, and made in a fraction of the time. */
export const smallDemo: Size = { mergeRequests: 29, threads: 24, issues: 4, largeFiles: 40 };

/** When the first thing of every demo happens, and when its server begins. */
export const demoBegins = '2026-05-04T08:00:00.000Z';
export const demoStarts = '2026-11-27T12:00:00.000Z';
