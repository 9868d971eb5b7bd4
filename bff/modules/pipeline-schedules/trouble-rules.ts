import { accessLevels } from '#contract/abilities.ts';
import type { ScheduleProblem } from '#contract/schedule-record.ts';
import { type Ctx, now, type User } from '../../context.ts';
import { sendMail } from '../mails/rules.ts';
import { peopleOfProject } from '../members/rules.ts';
import type { Project } from '../projects/rules.ts';
import { usersById } from '../users/rules.ts';
import { type Schedule, setProblem, updateSchedule } from './repository.ts';

/** Why a run at its time made no pipeline, or one that has failed from the start. */
export interface Trouble {
  problem: ScheduleProblem;
  text: string;
}

/** People that one mail each goes to, besides the owner. */
const mostTold = 20;
const longestText = 2000;

/** Nothing is wrong with a schedule any more. Call inside `transact`. */
export async function noteSuccess(ctx: Ctx, schedule: Schedule): Promise<void> {
  if (schedule.problem === null) return;
  const none = { problem: null, problem_text: null, problem_since: null };
  await updateSchedule(ctx.db, schedule.id, none);
}

/**
 * Writes down what is wrong with a schedule. Its owner and the Maintainers are told once of each
 * new reason; a schedule whose owner may not run it any more is switched off. Call inside `transact`.
 */
export async function noteTrouble(
  ctx: Ctx,
  { schedule, project }: { schedule: Schedule; project: Project },
  trouble: Trouble,
): Promise<void> {
  const isNew = await setProblem(ctx.db, schedule.id, {
    problem: trouble.problem,
    problem_text: trouble.text.slice(0, longestText),
    problem_since: now(ctx),
  });
  const stops = trouble.problem === 'owner_role';
  if (stops) await updateSchedule(ctx.db, schedule.id, { active: 0 });
  if (!isNew) return;
  for (const user of await concerned(ctx, { schedule, project })) {
    await sendMail(ctx, {
      to: user.email,
      subject: oneLine(
        `${project.full_path} | Pipeline schedule could not run: ${schedule.description}`,
      ),
      text: [
        `Hello ${user.name},`,
        '',
        `the pipeline schedule "${schedule.description}" of ${project.full_path} could not run:`,
        '',
        trouble.text.slice(0, longestText),
        '',
        ...(stops
          ? ['It was switched off. Whoever takes it over can switch it on again.', '']
          : []),
        `${ctx.publicUrl}/projects/${project.full_path}/schedules/${schedule.id}`,
        '',
        'You get one mail for each new reason, not one for each run.',
        '',
      ].join('\n'),
    });
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The owner, and who could take the schedule over. */
async function concerned(
  ctx: Ctx,
  { schedule, project }: { schedule: Schedule; project: Project },
): Promise<User[]> {
  const owner = (await usersById(ctx, [schedule.owner_id])).get(schedule.owner_id ?? 0);
  const maintainers = await peopleOfProject(ctx, project.id, {
    least: accessLevels.maintainer,
    most: mostTold,
  });
  const all = owner === undefined ? maintainers : [owner, ...maintainers];
  const active = all.filter((user) => user.state === 'active');
  return [...new Map(active.map((user) => [user.id, user])).values()];
}
