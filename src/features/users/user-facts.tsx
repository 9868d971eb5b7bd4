import type { ResponseOf } from '#contract/endpoint.ts';
import type { users } from '#contract/users.ts';
import { formatDay } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { userWords } from '../../words/users.ts';

const words = userWords.facts;

const moment = (at: string | null | undefined) =>
  at ? <RelativeTime at={at} /> : common.time.never;

/** What is known of an account, and where the rest of it is. */
export function UserFacts({ user }: { user: ResponseOf<typeof users.show> }) {
  const { id, username, created_at, last_activity_on: day } = user;
  return (
    <Section title={words.title}>
      <Facts
        rows={[
          [words.id, id],
          [words.created, moment(created_at)],
          [words.signIn, moment(user.last_sign_in_at)],
          [words.activity, day ? formatDay(day) : common.time.never],
          [words.twoFactor, user.two_factor_enabled ? words.on : words.off],
          [
            words.tokens,
            <TextLink key="t" to="/admin/tokens" search={{ user_id: String(id) }}>
              {words.showTokens}
            </TextLink>,
          ],
          [
            words.audit,
            <TextLink key="a" to="/admin/audit" search={{ actor: username }}>
              {words.showAudit}
            </TextLink>,
          ],
        ]}
      />
    </Section>
  );
}
