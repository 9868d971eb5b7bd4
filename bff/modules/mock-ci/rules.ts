import { isReportable, type ReportableStatus } from '#contract/pipeline-record.ts';
import type { Ctx, User } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { nullSha } from '../../git/names.ts';
import { enqueue, type JobPayloads } from '../../jobs/queue.ts';
import { OutboundError } from '../../outbound/decision.ts';
import { callOutside } from '../../outbound/rules.ts';
import { reportStatus } from '../commit-statuses/rules.ts';
import {
  type EffectiveIntegration,
  effectiveIntegration,
} from '../integrations/effective-rules.ts';
import { actAs } from '../merge-requests/act-as.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import type { RefUpdate } from '../repositories/rules.ts';
import { usersById } from '../users/rules.ts';

const slug = 'mock-ci';
/** The status that it reports has this name. */
const context = 'MockCI';
const between = 10_000;
/** Ten seconds apart: for an hour. */
const mostTries = 360;

type Asking = JobPayloads['ask_mock_ci'];

/** After a push of a branch, asks the service what became of its head, if there is one. */
export async function askAfterPush(
  ctx: Ctx,
  project: Project,
  of: { update: RefUpdate; by: number | null; all: readonly EffectiveIntegration[] },
): Promise<void> {
  const found = of.all.find((one) => one.slug === slug);
  const branch = /^refs\/heads\/(.+)$/.exec(of.update.ref)?.[1];
  const { new: sha } = of.update;
  if (found?.events.push_events !== true || branch === undefined || sha === nullSha) return;
  if (of.by === null) return;
  const asking = { project_id: project.id, sha, ref: branch, user_id: of.by, tries: 0, last: null };
  await enqueue(ctx, 'ask_mock_ci', asking, { dedup: `${project.id}:${sha}:${branch}` });
}

/** Reads the status of a commit and writes it down as one from outside, until it is final. */
export async function askMockCi(ctx: Ctx, asking: Asking): Promise<void> {
  const project = await findProjectById(ctx, asking.project_id);
  const user = (await usersById(ctx, [asking.user_id])).get(asking.user_id);
  if (project === undefined || user?.state !== 'active') return;
  const integration = await effectiveIntegration(ctx, project, slug);
  if (integration === undefined) return;
  const status = await readStatus(ctx, { project, integration, sha: asking.sha });
  if (status !== undefined && status !== asking.last) {
    const told = await report(ctx, { project, integration, user, asking, status });
    if (!told) return;
  }
  const isOver = status !== undefined && status !== 'pending' && status !== 'running';
  if (isOver || asking.tries >= mostTries) return;
  const next = { ...asking, tries: asking.tries + 1, last: status ?? asking.last };
  await enqueue(ctx, 'ask_mock_ci', next, {
    delay: between,
    dedup: `${asking.project_id}:${asking.sha}:${asking.ref}:${next.tries}`,
  });
}

const addressOf = ({ settings }: EffectiveIntegration, project: Project, sha: string): string =>
  `${String(settings.mock_service_url).replace(/\/+$/, '')}/${project.full_path}/status/${sha}`;

/** What the service says; undefined where it says nothing, or nothing that is known. */
async function readStatus(
  ctx: Ctx,
  of: { project: Project; integration: EffectiveIntegration; sha: string },
): Promise<ReportableStatus | undefined> {
  const url = `${addressOf(of.integration, of.project, of.sha)}.json`;
  try {
    const checksCertificate = of.integration.settings.enable_ssl_verification !== false;
    const answer = await callOutside(ctx, url, { checksCertificate, maxBytes: 65_536 });
    return answer.status === 200 ? statusIn(answer.body.toString('utf8')) : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** The status in an answer such as `{"status":"success"}`. */
function statusIn(text: string): ReportableStatus | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const said = typeof answer === 'object' && answer !== null && 'status' in answer && answer.status;
  const status = said === 'success-with-warnings' ? 'success' : said;
  return isReportable(status) ? status : undefined;
}

/** False where the project does not take it: it is not asked again. */
async function report(
  ctx: Ctx,
  of: {
    project: Project;
    integration: EffectiveIntegration;
    user: User;
    asking: Asking;
    status: ReportableStatus;
  },
): Promise<boolean> {
  const { sha, ref } = of.asking;
  const target_url = addressOf(of.integration, of.project, sha);
  const body = { state: of.status, context, ref, target_url };
  try {
    await reportStatus(actAs(ctx, of.user), of.project, { sha, body });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
