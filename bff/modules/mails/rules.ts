import type { Page } from '#contract/common.ts';
import { type Ctx, now } from '../../context.ts';
import { enqueueAll } from '../../jobs/queue.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { isFinalRefusal, type Mailer } from '../../mailer.ts';
import { currentMailer } from '../mail-settings/rules.ts';
import { framed } from './frame.ts';
import {
  findMail,
  insertMails,
  keepMails,
  type ListedMail,
  listMails,
  type MailRow,
  updateMail,
} from './repository.ts';

export type { MailRow } from './repository.ts';

/** Mails of one job: many are written at once, and a job costs more than keeping a mail. */
const mailsOfJob = 50;

export interface NewMail {
  to: string;
  subject: string;
  /** Plain text: nothing in it can become markup. */
  text: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; content: string }[];
}

/** Writes a mail in the transaction of the change that it tells of; a job delivers it. */
export const sendMail = (ctx: Ctx, mail: NewMail): Promise<void> => sendMails(ctx, [mail]);

/** The same for several at once. */
export async function sendMails(ctx: Ctx, mails: readonly NewMail[]): Promise<void> {
  if (!ctx.inTransaction) throw new Error('a mail belongs to the transaction of its change');
  if (mails.length === 0) return;
  const { email_additional_text: more } = await settingsOf(ctx);
  const ids = await insertMails(
    ctx.db,
    mails.map((mail) => ({
      to: mail.to,
      subject: mail.subject,
      text: more ? `${mail.text.trimEnd()}\n\n-- \n${more}\n` : mail.text,
      headers: JSON.stringify(mail.headers ?? {}),
      attachments: JSON.stringify(mail.attachments ?? []),
      error: null,
      created_at: now(ctx),
      sent_at: null,
    })),
  );
  const parts = Array.from({ length: Math.ceil(ids.length / mailsOfJob) }, (_, at) =>
    ids.slice(at * mailsOfJob, (at + 1) * mailsOfJob),
  );
  await enqueueAll(
    ctx,
    'send_mail',
    parts.map((mail_ids) => ({ payload: { mail_ids } })),
  );
}

/**
 * Hands queued mails to the mail server; without one they stay here. Throws where another attempt
 * may help, which leaves alone what has been sent; after the last one a mail has failed.
 */
export async function deliverMails(
  ctx: Ctx,
  ids: readonly number[],
  attempt: { isLast: boolean },
): Promise<void> {
  const settings = await settingsOf(ctx);
  const mailer = await currentMailer(ctx);
  if (mailer === undefined || settings.silent_mode_enabled) return keepMails(ctx.db, ids);
  const failures: unknown[] = [];
  for (const id of ids) {
    ctx.signal?.throwIfAborted();
    try {
      await deliverMail(ctx, id, { mailer, ...attempt });
    } catch (error) {
      failures.push(error);
      // Two of them: it is not the address. What is left has its turn with the next attempt.
      if (failures.length > 1 && !attempt.isLast) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function deliverMail(
  ctx: Ctx,
  id: number,
  attempt: { mailer: Mailer; isLast: boolean },
): Promise<void> {
  const mail = await findMail(ctx.db, id);
  if (mail?.state !== 'queued') return;
  const { html_emails_enabled: withHtml } = await settingsOf(ctx);
  const { text, html } = await framed(ctx, mail.text);
  try {
    await attempt.mailer({
      to: mail.to,
      subject: mail.subject,
      text,
      ...(withHtml && { html }),
      // Written by `sendMail` alone.
      headers: JSON.parse(mail.headers) as Record<string, string>,
      // Written by `sendMails` alone.
      attachments: JSON.parse(mail.attachments) as NonNullable<NewMail['attachments']>,
      messageId: `<mail-${id}@${new URL(ctx.publicUrl).hostname}>`,
    });
  } catch (error) {
    const final = attempt.isLast || isFinalRefusal(error);
    const reason = error instanceof Error ? error.message : 'unknown';
    await updateMail(ctx.db, id, {
      error: reason.slice(0, 1000),
      ...(final ? { state: 'failed' } : {}),
    });
    if (!isFinalRefusal(error)) throw error;
    return;
  }
  await updateMail(ctx.db, id, { state: 'sent', error: null, sent_at: now(ctx) });
}

/** One page of mails. */
export const mailPage = (
  ctx: Ctx,
  filter: { to?: string; state?: MailRow['state'] },
  paging: { offset: number; perPage: number },
): Promise<Page<ListedMail>> => listMails(ctx.db, filter, paging);
