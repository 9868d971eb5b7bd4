import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type CiJob, ciJobs } from '#contract/ci-jobs.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import classes from './pipelines.module.css';
import { projectOf, type Which } from './queries.ts';

const words = pipelineWords.job.token;

/** The token of a running job, for Maintainers; it is handed out once. */
export function JobToken({ which, job }: { which: Which; job: CiJob }) {
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const take = useCommand(ciJobs.token, { showsError: true });
  if (!mayInProject(user, project, 'admin_pipeline')) return null;
  return (
    <section className={classes.token}>
      <h3>{words.title}</h3>
      <p className={classes.quiet}>{take.data ? words.once : words.help}</p>
      {take.error && <AlertBox error={take.error} />}
      {take.data ? (
        <CopyLine value={take.data.token} label={words.copy} />
      ) : (
        <Button
          variant="default"
          loading={take.isPending}
          onClick={() => take.mutate({ id: which.project, job_id: job.id })}
        >
          {words.take}
        </Button>
      )}
    </section>
  );
}
