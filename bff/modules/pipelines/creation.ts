import type { PipelineSource } from '#contract/pipeline-record.ts';
import type { InputValue } from '../../ci/inputs.ts';
import type { PlanAnswer } from '../../ci/task.ts';
import type { Ctx, User } from '../../context.ts';
import type { Commit } from '../../git/commits.ts';
import type { FoundRef } from './refs.ts';
import type { OpenMergeRequest, Pipeline } from './repository.ts';
import type { GivenVariable } from './variables.ts';

export interface PipelineRequest {
  /** A short or full ref name, or what it was found to be. */
  ref: string | FoundRef;
  source: PipelineSource;
  /** Who it runs as; null for pushes of nobody known. */
  user: User | null;
  variables?: readonly GivenVariable[];
  inputs?: Readonly<Record<string, InputValue>>;
  /** A file that makes no pipeline leaves a failed one behind. */
  saveOnErrors: boolean;
  /** Where the ref was before, of a push. */
  beforeSha?: string;
  mergeRequest?: OpenMergeRequest;
  /** A second try with the same key makes no second pipeline. */
  originKey?: string;
  /** `[skip ci]` in the commit's message counts. */
  obeysSkip?: boolean;
  /** The schedule that runs. */
  scheduleId?: number;
  /** The right to the ref was judged already. */
  trusted?: boolean;
  /** More of the pipeline's row, written in the same transaction. */
  also?: (ctx: Ctx, pipeline: Pipeline) => Promise<void>;
}

export type RefusalCause =
  | 'pipelines_off'
  | 'role'
  | 'ref_gone'
  | 'ref_ambiguous'
  | 'ref_protected'
  | 'variables'
  | 'inputs'
  | 'too_many'
  | 'no_ci_file'
  | 'validation'
  | 'no_job'
  | 'ci_file'
  | 'state';

export type Creation =
  /** As it is when made; stored one step further, with its first jobs waiting. */
  | { outcome: 'created'; pipeline: Pipeline }
  /** The file is wrong: the pipeline is there and has failed. */
  | { outcome: 'failed'; pipeline: Pipeline; messages: readonly string[] }
  /** Nothing was made; `rules` when nothing is wrong, but the file wants none here. */
  | {
      outcome: 'refused';
      because: 'request' | 'rules' | 'file';
      /** Which of the things that can be wrong it was. */
      cause: RefusalCause;
      messages: readonly string[];
    };

/** A request that names everything. */
export type Found = PipelineRequest & {
  ref: FoundRef;
  variables: readonly GivenVariable[];
  inputs: Readonly<Record<string, InputValue>>;
};

/** A request with the commit that it is for. */
export interface Draft {
  request: Found;
  commit: Commit;
}

/** What is written down: a plan, or why there are no jobs. */
export type Storing = Draft &
  (
    | Extract<PlanAnswer, { outcome: 'planned' }>
    | { status: 'skipped' }
    | { status: 'failed'; messages: readonly string[] }
  );
