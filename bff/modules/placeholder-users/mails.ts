import type { Ctx, User } from '../../context.ts';
import type { Group } from '../groups/rules.ts';
import type { NewMail } from '../mails/rules.ts';
import type { SourceUser } from './repository.ts';

const nameOf = (row: SourceUser) => row.source_name || row.source_username || 'somebody';

/** Asks a user to take over what somebody has done elsewhere. */
export const askedMail = (
  ctx: Pick<Ctx, 'publicUrl'>,
  of: { row: SourceUser; target: User; by: User; group: Group; token: string },
): NewMail => ({
  to: of.target.email,
  subject: `Is this your work? ${of.group.full_path} was imported`,
  text: [
    `${of.by.name} (@${of.by.username}) says that you are ${nameOf(of.row)} of ${of.row.source_hostname}.`,
    `What ${nameOf(of.row)} has done there was brought to ${of.group.full_path} and would stand under your name.`,
    '',
    'Accept or reject it:',
    `${ctx.publicUrl}/reassignments/${of.token}`,
    '',
    'Until you accept, nothing changes. Accepting cannot be undone.',
    '',
  ].join('\n'),
});

/** Tells whoever asked that the answer was no. */
export const answeredMail = (
  row: SourceUser,
  { by, target }: { by: User; target: User },
): NewMail => ({
  to: by.email,
  subject: `@${target.username} is not ${nameOf(row)} of ${row.source_hostname}`,
  text: [
    `${target.name} (@${target.username}) has rejected the work of ${nameOf(row)}.`,
    'It stays with its placeholder; you may ask somebody else.',
    '',
  ].join('\n'),
});
