import type * as z from 'zod';
import type { MailSettings, mailSettings } from '#contract/mail-settings.ts';
import { actingUser, type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { badRequest, invalid } from '../../errors.ts';
import { type Mailer, mailerOf, mailServerOf } from '../../mailer.ts';
import { OutboundError } from '../../outbound/decision.ts';
import { mailAddress } from '../../outbound/rules.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import {
  findMailSettings,
  type MailSettingsRow,
  removeMailSettings,
  saveMailSettings,
} from './repository.ts';

type Sent = z.output<typeof mailSettings.update.body>;

const subject = { type: 'MailSettings', id: null, name: 'mail_settings' };
const shownSecret = '*****';
const usualPorts = { starttls: 587, tls: 465, none: 25 } as const;

/** The mail server to use now: that of the environment, else that of an administrator, else none. */
export async function currentMailer(ctx: Ctx): Promise<Mailer | undefined> {
  if (ctx.mailer !== undefined) return ctx.mailer;
  const row = await findMailSettings(ctx.db);
  return row && storedMailer(ctx, row);
}

function storedMailer(ctx: Ctx, row: MailSettingsRow): Mailer {
  const host = row.host.replace(/^\[|\]$/g, '');
  return async (mail) => {
    const address = await mailAddress(ctx, host, row.port);
    const { port, security, user } = row;
    const password = row.password === null ? null : ctx.secrets.decrypt(row.password);
    const verifyCertificate = row.verify_certificate === 1;
    const sender = row.sender ?? ctx.config.mailFrom;
    const server = { host, port, security, user, password, verifyCertificate, sender, address };
    return mailerOf(server)(mail);
  };
}

/** What mails are sent by; of the password only that there is one. */
export async function mailSettingsOf(ctx: Ctx): Promise<MailSettings> {
  const { smtpUrl, mailFrom } = ctx.config;
  if (smtpUrl !== undefined) {
    const { host, port, security, user, verifyCertificate } = mailServerOf(smtpUrl, mailFrom);
    return {
      source: 'environment',
      host,
      port,
      security,
      user,
      password: user === null ? null : shownSecret,
      verify_certificate: verifyCertificate,
      sender: mailFrom,
      updated_at: null,
    };
  }
  const row = await findMailSettings(ctx.db);
  return {
    source: row === undefined ? 'none' : 'stored',
    host: row?.host ?? null,
    port: row?.port ?? null,
    security: row?.security ?? 'starttls',
    user: row?.user ?? null,
    password: row?.password == null ? null : shownSecret,
    verify_certificate: (row?.verify_certificate ?? 1) === 1,
    sender: row?.sender ?? mailFrom,
    updated_at: row?.updated_at ?? null,
  };
}

/**
 * Names the mail server. A password that is not sent again goes to no other server or user: it is
 * forgotten with the change (`security.md` 27).
 */
export async function changeMailSettings(ctx: Ctx, sent: Sent): Promise<MailSettings> {
  if (ctx.config.smtpUrl !== undefined) throw badRequest('QD_SMTP_URL names the mail server');
  const before = await mailSettingsOf(ctx);
  await transact(ctx, async (ctx) => {
    if (sent.host === null) await removeMailSettings(ctx.db);
    else
      await saveMailSettings(ctx.db, rowOf(ctx, sent, sent.host, await findMailSettings(ctx.db)));
    await audit(ctx, {
      action: 'mail_settings.update',
      subject,
      before: { ...before },
      after: { ...(await mailSettingsOf(ctx)) },
    });
  });
  return mailSettingsOf(ctx);
}

function rowOf(ctx: Ctx, sent: Sent, host: string, stored: MailSettingsRow | undefined) {
  const { security } = sent;
  const port = sent.port ?? usualPorts[security];
  const user = sent.user === '' ? null : (sent.user ?? null);
  const isKept = sent.password === undefined || sent.password === shownSecret;
  const isSame =
    stored?.host === host &&
    stored.port === port &&
    stored.user === user &&
    (stored.security === security || security !== 'none') &&
    (stored.verify_certificate === 0 || sent.verify_certificate);
  const typed = sent.password === '' ? null : (sent.password ?? null);
  if (!isKept && typed !== null && user === null) {
    throw invalid({ user: ["can't be blank where a password is set"] });
  }
  const encrypted = typed === null ? null : ctx.secrets.encrypt(typed);
  return {
    id: 1,
    host,
    port,
    security,
    user,
    password: isKept ? (isSame ? stored.password : null) : encrypted,
    verify_certificate: bit(sent.verify_certificate),
    sender: sent.sender ?? null,
    updated_at: now(ctx),
  };
}

/** Sends one mail past the queue, and tells what the server answered. */
export async function testMailServer(
  ctx: Ctx,
  to: string = actingUser(ctx).email,
): Promise<{ to: string; accepted: boolean; answer: string }> {
  const outcome = await sendTest(ctx, to);
  await transact(ctx, (ctx) =>
    audit(ctx, { action: 'mail_settings.test', subject, after: { to, ...outcome } }),
  );
  return { to, ...outcome };
}

async function sendTest(ctx: Ctx, to: string): Promise<{ accepted: boolean; answer: string }> {
  const mailer = await currentMailer(ctx);
  if (mailer === undefined) return { accepted: false, answer: 'No mail server is named' };
  if ((await settingsOf(ctx)).silent_mode_enabled) {
    return { accepted: false, answer: 'Silent mode is on: no mail leaves this server' };
  }
  const host = new URL(ctx.publicUrl).hostname;
  try {
    const answer = await mailer({
      to,
      subject: `A test mail of ${host}`,
      text: `This mail shows that ${ctx.publicUrl} can send mails.\n`,
      headers: {},
      messageId: `<test-${ctx.clock.now()}-${actingUser(ctx).id}@${host}>`,
    });
    return { accepted: true, answer };
  } catch (error) {
    const reason = error instanceof OutboundError ? error.message : wordsOf(error);
    return { accepted: false, answer: reason.slice(0, 1000) };
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown');
