/** A project of the demo. */
export interface Project {
  id: number;
  path: string;
  fullPath: string;
  milestones: readonly number[];
  labels: readonly string[];
  /** Its CI file makes pipelines. */
  hasCi: boolean;
  /** It merges only what is on top of the target. */
  isLinear: boolean;
}
