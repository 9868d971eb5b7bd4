/** How many requests came in a window; only while replicas count together. */
export interface ThrottleWindows {
  /** The throttle, whose requests they are, and when the window ends. */
  key: string;
  /** Seconds since 1970. */
  ends_at: number;
  requests: number;
}

export interface ThrottleTables {
  throttle_windows: ThrottleWindows;
}
