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

/** When the first thing of every demo happens, and when its server begins. */
export const demoBegins = '2026-05-04T08:00:00.000Z';
export const demoStarts = '2026-11-27T12:00:00.000Z';
