import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Epic } from '#contract/epics.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../lib/format.ts';
import { DueDay } from '../../planning/due-day.tsx';
import { LabelTimeline } from '../../planning/label-timeline.tsx';
import { ConfidentialBadge, Description, LabelsPart } from '../../planning/record-parts.tsx';
import { IssueBadge } from '../../ui/issue-state.tsx';
import { Person } from '../../ui/marks.tsx';
import { Columns, Content, Facts, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { epicWords as words } from '../../words/epics.ts';
import { EpicActions } from './epic-actions.tsx';
import { EpicNotes } from './epic-notes.tsx';
import { epicShown, historyOf } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/epics/$iid');

/** One epic: what the group wants, by when, what was said about it, and how its labels came and went. */
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
            <Description text={record.description} />
            <EpicNotes group={group} record={record} />
            <LabelTimeline
              pages={useInfiniteQuery(historyOf(group, record))}
              search={route.useSearch()}
            />
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
      {record.confidential && <ConfidentialBadge />}
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
      <LabelsPart place={{ kind: 'group', id: group }} labels={labels} />
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
