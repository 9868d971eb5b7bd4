import {
  type CiJobStatus,
  finishedStatuses,
  type PipelineStatus,
} from '#contract/pipeline-record.ts';

/** What the status of several jobs is worked out from. */
export interface StatusPart {
  readonly status: CiJobStatus;
  /** May fail without failing the whole. */
  readonly allowFailure: boolean;
}

/** Statuses with those of jobs that may fail told apart. */
type Kind = CiJobStatus | 'warned' | 'ignored';

function kindOf({ status, allowFailure }: StatusPart): Kind {
  if (!allowFailure) return status;
  if (status === 'failed' || status === 'canceled') return 'warned';
  return status === 'manual' ? 'ignored' : status;
}

/**
 * The one status of several jobs: of a pipeline, or of what a job waits for. Undefined for none.
 * The first line that holds decides.
 */
export function compositeStatus(parts: Iterable<StatusPart>): PipelineStatus | undefined {
  const kinds = new Set<Kind>();
  for (const part of parts) kinds.add(kindOf(part));
  if (kinds.size === 0) return undefined;
  const only = (...names: Kind[]) => [...kinds].every((kind) => names.includes(kind));
  const any = (...names: Kind[]) => names.some((name) => kinds.has(name));

  if (only('skipped', 'ignored')) return 'skipped';
  if (only('success', 'skipped', 'warned', 'ignored')) return 'success';
  if (only('created', 'warned', 'ignored')) return 'created';
  if (only('preparing', 'warned', 'ignored')) return 'preparing';
  if (any('canceling')) return 'canceling';
  if (only('canceled', 'success', 'skipped', 'warned', 'ignored')) return 'canceled';
  if (only('pending', 'created', 'skipped', 'warned', 'ignored')) return 'pending';
  if (any('running', 'pending')) return 'running';
  if (any('waiting_for_resource')) return 'waiting_for_resource';
  if (any('waiting_for_callback')) return 'waiting_for_callback';
  if (any('manual')) return 'manual';
  if (any('scheduled')) return 'scheduled';
  if (any('preparing')) return 'preparing';
  if (any('created')) return 'running';
  return 'failed';
}

const finished: ReadonlySet<PipelineStatus> = new Set(finishedStatuses);

/** Nothing more happens by itself. */
export const isFinished = (status: PipelineStatus): boolean => finished.has(status);
