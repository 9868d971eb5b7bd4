import type { Ctx } from '../../context.ts';
import { sendMail } from '../mails/rules.ts';
import { usersById } from '../users/rules.ts';
import type { Values } from '../integrations/resolve.ts';
import { durationOf } from './chat-text.ts';
import type { LoggedRequest } from './log.ts';
import type { News, PipelinePayload } from './news.ts';
import { entriesOf } from '../integrations/value-rules.ts';

/** May mails of this pipeline go out? Not those of somebody who was blocked. */
export async function mayMailFor(ctx: Ctx, { payload }: News): Promise<boolean> {
  if (payload.object_kind !== 'pipeline' || payload.user === null) return true;
  const user = (await usersById(ctx, [payload.user.id])).get(payload.user.id);
  return user === undefined || user.state !== 'blocked';
}

/** Writes one mail for each recipient; gives what was written, for the log. Call inside `transact`. */
export async function mailPipeline(
  ctx: Ctx,
  { news, settings }: { news: News; settings: Values },
): Promise<LoggedRequest> {
  // Heard of pipelines alone.
  const payload = news.payload as PipelinePayload;
  const { object_attributes: row, project } = payload;
  const result = resultOf(news);
  const subject = `${project.name} | ${result} pipeline for ${row.ref} | ${row.sha.slice(0, 8)}`;
  const headers = {
    'X-GitLab-Pipeline-Id': String(row.id),
    'X-GitLab-Pipeline-Ref': row.ref,
    'X-GitLab-Pipeline-Status': row.status,
  };
  const text = textOf(payload, result);
  const { recipients: list } = settings;
  const recipients = typeof list === 'string' ? entriesOf(list, true) : [];
  for (const to of recipients) await sendMail(ctx, { to, subject, text, headers });
  return {
    method: 'MAIL',
    url: recipients.join(', '),
    headers: { Subject: subject, ...headers },
    body: text,
  };
}

function resultOf({ facts, payload }: News): string {
  if (payload.object_kind === 'pipeline' && payload.object_attributes.status === 'failed') {
    return 'Failed';
  }
  return facts.isTurn === true ? 'Fixed' : 'Successful';
}

function textOf(payload: PipelinePayload, result: string): string {
  const { object_attributes: row, project, commit, merge_request: request, user } = payload;
  const failed = payload.builds.filter((job) => job.status === 'failed' && !job.allow_failure);
  const lines: [string, string][] = [
    ['Project', `${project.path_with_namespace} ( ${project.web_url} )`],
    [row.tag ? 'Tag' : 'Branch', row.ref],
    ...(request === null
      ? []
      : ([['Merge request', `!${request.iid} ${request.title} ( ${request.url} )`]] as const).map(
          ([name, value]): [string, string] => [name, value],
        )),
    ['Commit', `${commit.id.slice(0, 8)} ( ${commit.url} )`],
    ['Commit message', commit.title],
    ['Commit author', commit.author.name],
    ['Pipeline', `#${row.id} ( ${row.url} )`],
    ['Triggered by', user === null ? 'API' : `${user.name} (${user.username})`],
    ...(row.duration === null ? [] : [['Duration', durationOf(row.duration)] as [string, string]]),
  ];
  const jobs = failed.map(
    (job) => `- ${job.stage}: ${job.name} ( ${project.web_url}/-/jobs/${job.id} )`,
  );
  return [
    `${result} pipeline for ${row.ref}`,
    '',
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(jobs.length === 0 ? [] : ['', 'Failed jobs:', ...jobs]),
    '',
  ].join('\n');
}
