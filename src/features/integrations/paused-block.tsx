import { useSuspenseQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pausedIntegrations } from '#contract/paused-integrations.ts';
import { queryOf } from '../../api/client.ts';
import { formatMoment } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { Card, Count, Section } from '../../ui/page.tsx';
import { integrationWords } from '../../words/integrations.ts';
import classes from './integrations.module.css';

const words = integrationWords.pausedBlock;

/** What is paused where one is an Owner; in one group, or everywhere. */
export const pausedList = (groupId?: number) =>
  queryOf(pausedIntegrations.list, groupId === undefined ? {} : { group_id: groupId });

/** Integrations that are paused, each with the way to what it could not send; nothing where none is. */
export function PausedIntegrations({ groupId }: { groupId?: number }) {
  const { data: paused } = useSuspenseQuery(pausedList(groupId));
  if (paused.length === 0) return null;
  return (
    <Section
      title={
        <>
          {words.title} <Count>{paused.length}</Count>
        </>
      }
    >
      <Card>
        <ul className={classes.block}>
          {paused.map((one) => (
            <li key={`${one.level} ${one.full_path} ${one.slug}`}>
              <span>
                <Way one={one} />{' '}
                {one.full_path === null ? words.instance : words.where(one.full_path)}
              </span>
              <span>{words.until(formatMoment(one.paused_until), one.failures)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

/** To the log of what was sent; the instance has none, so to its settings. */
function Way({ one }: { one: ResponseOf<typeof pausedIntegrations.list>[number] }) {
  const { slug, title, full_path: path } = one;
  if (path === null) {
    return (
      <TextLink to="/admin/integrations/$slug" params={{ slug }}>
        {title}
      </TextLink>
    );
  }
  return one.level === 'group' ? (
    <TextLink to="/groups/$group/integrations/$slug/deliveries" params={{ group: path, slug }}>
      {title}
    </TextLink>
  ) : (
    <TextLink
      to="/projects/$project/integrations/$slug/deliveries"
      params={{ project: path, slug }}
    >
      {title}
    </TextLink>
  );
}
