import { Button } from '@mantine/core';
import { type CiJob, ciJobs } from '#contract/ci-jobs.ts';
import { useCommand } from '../../api/client.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import { touched, type Which } from './queries.ts';
import { mayCancel, mayPlay, mayRetryJob } from './states.ts';

const words = pipelineWords.job;

/** The one thing that a job's status asks for: run it, cancel it, try it again. */
export function JobActions({ which, job }: { which: Which; job: CiJob }) {
  const { name } = job;
  const play = useCommand(ciJobs.play, { invalidates: touched, done: words.played(name) });
  const cancel = useCommand(ciJobs.cancel, { invalidates: touched, done: words.canceled(name) });
  const retry = useCommand(ciJobs.retry, { invalidates: touched, done: words.retried(name) });
  const input = { id: which.project, job_id: job.id };
  const offered = mayPlay(job)
    ? { command: play, text: words.play, label: words.playLabel(name) }
    : mayRetryJob(job)
      ? { command: retry, text: pipelineWords.retry, label: words.retryLabel(name) }
      : mayCancel(job)
        ? { command: cancel, text: pipelineWords.cancel, label: words.cancelLabel(name) }
        : undefined;
  if (offered === undefined) return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={offered.label}
      loading={offered.command.isPending}
      onClick={() => offered.command.mutate(input)}
    >
      {offered.text}
    </Button>
  );
}
