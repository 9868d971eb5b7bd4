import type { Ctx, User } from '../../context.ts';
import type { Group } from '../groups/rules.ts';
import type { NewMail } from '../mails/rules.ts';
import { failuresOf } from './csv-rules.ts';
import type { ReassignmentFile } from './repository.ts';

/** A larger one is not attached: it is behind the link. */
const attachedBytes = 10 * 1024 * 1024;

interface About {
  group: Group;
  by: User;
}

const linkOf = (ctx: Pick<Ctx, 'publicUrl'>, file: ReassignmentFile, group: Group) =>
  `${ctx.publicUrl}/groups/${encodeURIComponent(group.full_path)}/reassignments?file=${file.id}`;

/** Tells whoever has uploaded a file what came of it, with the lines that failed. */
export async function resultMail(
  ctx: Ctx,
  file: ReassignmentFile,
  { group, by }: About,
): Promise<NewMail> {
  const content = file.failed === 0 ? undefined : await failures(ctx, file);
  const attachments =
    content === undefined ? [] : [{ filename: `failures_${file.id}.csv`, content }];
  return {
    to: by.email,
    subject: `The reassignment of placeholder users of ${group.full_path} is complete`,
    text: [
      `${file.filename} was processed for the group ${group.full_name} (${group.full_path}).`,
      '',
      `Matched: ${file.matched}`,
      `Failed: ${file.failed}`,
      `Skipped: ${file.skipped}`,
      '',
      ...(file.failed === 0
        ? []
        : [
            content === undefined
              ? 'The lines that failed are too many for a mail; they are on the page.'
              : 'The lines that failed are attached, with the reason of each. Mend them and upload that file.',
            '',
          ]),
      linkOf(ctx, file, group),
      '',
    ].join('\n'),
    attachments,
  };
}

/** The failure CSV as one text; undefined where it is too large for a mail. */
async function failures(ctx: Ctx, file: ReassignmentFile): Promise<string | undefined> {
  let text = '';
  for await (const part of failuresOf(ctx, file)) {
    text += part;
    if (text.length > attachedBytes) return undefined;
  }
  return text;
}

/** Tells whoever has uploaded a file that it was not worked through. */
export const brokenMail = (
  ctx: Pick<Ctx, 'publicUrl'>,
  file: ReassignmentFile,
  { group, by }: About,
): NewMail => ({
  to: by.email,
  subject: `The reassignment of placeholder users of ${group.full_path} has broken off`,
  text: [
    `${file.filename} could not be processed to its end: ${file.error ?? ''}`,
    `${file.done} of ${file.total} lines were done before. Upload the file again: what is done is not done twice.`,
    '',
    linkOf(ctx, file, group),
    '',
  ].join('\n'),
});
