import IconEyeOff from '@tabler/icons-react/icons/IconEyeOff';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Epic } from '#contract/epics.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../lib/format.ts';
import { DueDay } from '../../planning/due-day.tsx';
import { PlacedLabels } from '../../planning/placed-labels.tsx';
import { IssueBadge } from '../../ui/issue-state.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Person } from '../../ui/marks.tsx';
import { Card, Columns, Content, Facts, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { epicWords as words } from '../../words/epics.ts';
import { planningWords } from '../../words/planning.ts';
import { EpicActions } from './epic-actions.tsx';
import classes from './epics.module.css';
import { LabelHistory } from './label-history.tsx';
import { epicShown } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/epics/$iid');

/** One epic: what the group wants, by when, and how its labels came and went. */
export function EpicPage() {
  const { group, iid } = route.useParams();
  const which = { group, iid: Number(iid) };
  const { data: record } = useSuspenseQuery(epicShown(which));
  return (
    <Page
      title={record.title}
      number={record.references.short}
      actions={<EpicActions which={which} record={record} />}
      meta={<Meta record={record} />}
    >
      <Content>
        <Columns>
          <div>
            <Section title={words.description}>
              <Card>
                <div className={classes.prose}>
                  {record.description ? (
                    <Markdown text={record.description} />
                  ) : (
                    <p className={classes.quiet}>{words.noDescription}</p>
                  )}
                </div>
              </Card>
            </Section>
            <LabelHistory group={group} record={record} />
          </div>
          <aside>
            <Plan group={group} record={record} />
          </aside>
        </Columns>
      </Content>
    </Page>
  );
}

function Meta({ record }: { record: Epic }) {
  const self = useCurrentUser().id;
  return (
    <>
      <IssueBadge state={record.state} />
      {record.confidential && (
        <Badge tone="warning" icon={<IconEyeOff aria-hidden size={14} />}>
          {words.confidential}
        </Badge>
      )}
      {record.author !== null && (
        <Person name={record.author.name} isSelf={record.author.id === self} />
      )}
      <RelativeTime at={record.created_at} />
      {record.closed_at !== null && (
        <span>
          {words.closedAt} <RelativeTime at={record.closed_at} />
        </span>
      )}
    </>
  );
}

/** Its labels and days; what nobody has said yet is said to be so. */
function Plan({ group, record }: { group: string; record: Epic }) {
  const { labels, start_date: start, due_date: due } = record;
  return (
    <>
      <Section title={planningWords.labels}>
        {labels.length === 0 ? (
          <p className={classes.quiet}>{planningWords.noLabels}</p>
        ) : (
          <div className={classes.chips}>
            <PlacedLabels place={{ kind: 'group', id: group }} labels={labels} />
          </div>
        )}
      </Section>
      <Section title={words.about}>
        <Facts
          rows={[
            [words.facts.start, start === null ? common.time.none : formatDay(start)],
            [
              words.facts.due,
              due === null ? (
                common.time.none
              ) : (
                <DueDay key="due" day={due} isOpen={record.state === 'opened'} />
              ),
            ],
          ]}
        />
      </Section>
    </>
  );
}
