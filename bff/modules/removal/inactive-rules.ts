import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { repositoryExists } from '../../git/repository.ts';
import { storedBytes } from '../../git/size.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { sendMail } from '../mails/rules.ts';
import { holdPaths } from '../namespaces/path-rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import {
  claimForgotten,
  listIdleProjects,
  listKeeperEmails,
  noteWarning,
} from './inactive-repository.ts';
import { removeProject } from './rules.ts';

const megabyte = 1024 * 1024;

/** The instant some months ago; the last day of a shorter month. */
function monthsAgo(ctx: Ctx, months: number): string {
  const then = new Date(ctx.clock.now());
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return isoOf(then.getTime());
}

/**
 * The daily job: people of an idle project are told, and some months after that it goes, unless
 * something has happened in it. One that cannot be tended keeps none of the others from it.
 */
export async function tendInactiveProjects(ctx: Ctx): Promise<void> {
  const settings = await settingsOf(ctx);
  if (!settings.delete_inactive_projects) return;
  const warnAfter = settings.inactive_projects_send_warning_email_after_months;
  const deleteAfter = settings.inactive_projects_delete_after_months;
  const idleSince = monthsAgo(ctx, warnAfter);
  const due: Due = {
    deleteAfter,
    deletedSince: monthsAgo(ctx, deleteAfter),
    toldSince: monthsAgo(ctx, deleteAfter - warnAfter),
    least: settings.inactive_projects_min_size_mb,
  };
  for (let after = 0; ; ) {
    const projects = await listIdleProjects(ctx.db, { idleSince, after });
    for (const project of projects) {
      after = project.id;
      ctx.signal?.throwIfAborted();
      try {
        await tend(ctx, project, due);
      } catch (error) {
        ctx.log.error({ err: error, project_id: project.id }, 'an idle project was not tended');
      }
    }
    if (projects.length === 0) return;
  }
}

/** When what is due for an idle project. */
interface Due {
  deleteAfter: number;
  deletedSince: string;
  toldSince: string;
  /** Megabytes; smaller ones stay. */
  least: number;
}

async function tend(ctx: Ctx, project: Project, due: Due): Promise<void> {
  if (!(await isLargeEnough(ctx, project, due.least))) return;
  const told = project.inactive_warned_at;
  if (told === null || told < project.last_activity_at) await warn(ctx, project, due.deleteAfter);
  else if (project.last_activity_at < due.deletedSince && told <= due.toldSince) {
    await removeForgotten(ctx, project.id, due);
  }
}

/** Judged anew: something may have happened in it since it was listed. */
const removeForgotten = (ctx: Ctx, id: number, due: Due): Promise<void> =>
  transact(ctx, async (ctx) => {
    await holdPaths(ctx);
    const { deletedSince: idleSince, toldSince } = due;
    const project = await claimForgotten(ctx.db, id, { idleSince, toldSince });
    if (project !== undefined) await removeProject(ctx, project);
  });

async function isLargeEnough(ctx: Ctx, project: Project, least: number): Promise<boolean> {
  if (least === 0) return true;
  const repo = repositoryPath(ctx, project.id);
  return (await repositoryExists(repo)) && (await storedBytes(repo)) >= least * megabyte;
}

async function warn(ctx: Ctx, project: Project, months: number): Promise<void> {
  const people = await listKeeperEmails(ctx.db, project);
  await transact(ctx, async (ctx) => {
    await noteWarning(ctx.db, project.id, now(ctx));
    for (const to of people) {
      await sendMail(ctx, {
        to,
        subject: `Your project ${project.full_path} will be deleted`,
        text: [
          `Nothing has happened for long in ${ctx.publicUrl}/${project.full_path}.`,
          `After ${months} months without activity it is deleted; anything that happens in it keeps it.`,
          '',
        ].join('\n'),
      });
    }
  });
}
