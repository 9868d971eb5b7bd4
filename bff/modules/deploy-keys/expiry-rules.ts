import { isoOf } from '../../clock.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { sendMail } from '../mails/rules.ts';
import { claimEnding, type DeployKeyRow, listEnding, listWarned } from './expiry-repository.ts';

const warnDays = 14;
const day = 86_400_000;

/** The daily job: whoever looks after what a key opens is told once that it ends soon. */
export async function warnOfExpiry(ctx: Ctx): Promise<void> {
  const span = { after: now(ctx), until: isoOf(ctx.clock.now() + warnDays * day) };
  for (;;) {
    const keys = await listEnding(ctx.db, span);
    for (const key of keys) {
      ctx.signal?.throwIfAborted();
      await warn(ctx, key);
    }
    if (keys.length === 0) return;
  }
}

const warn = (ctx: Ctx, key: DeployKeyRow): Promise<void> =>
  transact(ctx, async (ctx) => {
    if (!(await claimEnding(ctx.db, key.id, now(ctx)))) return;
    const places = new Map<string, string[]>();
    for (const { email, full_path: path } of await listWarned(ctx.db, key)) {
      places.set(email, [...(places.get(email) ?? []), ...(path === null ? [] : [path])]);
    }
    for (const [to, paths] of places) {
      const what = key.kind === 'user' ? 'SSH key' : 'deploy key';
      await sendMail(ctx, {
        to,
        subject: `The ${what} ${key.title} expires soon`,
        text: [
          `The ${what} ${key.title} (${key.fingerprint_sha256}) stops working at ${key.expires_at}.`,
          ...(paths.length === 0 ? [] : ['It opens:', ...paths.map((path) => placeOf(ctx, path))]),
          'Add another one in time where it is still needed.',
          '',
        ].join('\n'),
      });
    }
  });

const placeOf = (ctx: Ctx, path: string): string =>
  `  ${ctx.publicUrl}/projects/${encodeURIComponent(path)}/deploy-keys`;
