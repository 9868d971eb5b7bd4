import IconLock from '@tabler/icons-react/icons/IconLock';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Issue } from '#contract/issues.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatNumber } from '../../lib/format.ts';
import { DueDay } from '../../planning/due-day.tsx';
import { LabelTimeline } from '../../planning/label-timeline.tsx';
import { ConfidentialBadge, Description, LabelsPart, Quiet } from '../../planning/record-parts.tsx';
import { IssueBadge } from '../../ui/issue-state.tsx';
import { Person } from '../../ui/marks.tsx';
import { Columns, Content, Facts, Page, Section } from '../../ui/page.tsx';
import { Referring } from '../../ui/references.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { issueWords as words } from '../../words/issues.ts';
import { planningWords } from '../../words/planning.ts';
import { IssueActions } from './issue-actions.tsx';
import { IssueNotes } from './issue-notes.tsx';
import classes from './issues.module.css';
import { historyOf, issueShown } from './queries.ts';
import { useRights } from './rights.ts';

const route = getRouteApi('/_auth/projects/$project/issues/$iid');

/** One issue: what it says, who looks after it, and what was said about it. */
export function IssuePage() {
  const { project, iid } = route.useParams();
  const which = { project, iid: Number(iid) };
  const { data: record } = useSuspenseQuery(issueShown(which));
  const rights = useRights(which);
  return (
    <Page
      title={<Referring text={record.title} />}
      number={record.references.short}
      actions={<IssueActions which={which} record={record} rights={rights} />}
      meta={<Meta record={record} />}
    >
      <Content>
        <Columns>
          <div>
            <Description text={record.description} />
            <IssueNotes which={which} />
            <LabelTimeline pages={useInfiniteQuery(historyOf(which))} search={route.useSearch()} />
          </div>
          <aside>
            <Plan record={record} />
          </aside>
        </Columns>
      </Content>
    </Page>
  );
}

function Meta({ record }: { record: Issue }) {
  const self = useCurrentUser().id;
  return (
    <>
      <IssueBadge state={record.state} />
      {record.confidential && <ConfidentialBadge />}
      {record.discussion_locked && (
        <Badge tone="draft" icon={<IconLock aria-hidden size={14} />}>
          {words.locked}
        </Badge>
      )}
      <Person name={record.author.name} isSelf={record.author.id === self} />
      <RelativeTime at={record.created_at} />
      {record.closed_by !== null && record.closed_at !== null && (
        <span>
          {words.closedBy(record.closed_by.name)} <RelativeTime at={record.closed_at} />
        </span>
      )}
    </>
  );
}

/** Who looks after it and when; what nobody has said yet is said to be so. */
function Plan({ record }: { record: Issue }) {
  const self = useCurrentUser().id;
  const { assignees, labels, milestone, due_date: due, weight, time_stats: time } = record;
  const tasks = record.task_completion_status;
  const rows: (readonly [string, ReactNode])[] = [
    [words.facts.type, words.types[record.issue_type]],
    [
      words.facts.due,
      due === null ? (
        common.time.none
      ) : (
        <DueDay key="due" day={due} isOpen={record.state === 'opened'} />
      ),
    ],
    [words.facts.weight, weight === null ? common.time.none : formatNumber(weight)],
  ];
  if (tasks.count > 0) {
    rows.push([words.facts.tasks, words.tasks(tasks.completed_count, tasks.count)]);
  }
  if (time.human_total_time_spent !== null) {
    rows.push([words.facts.time, time.human_total_time_spent]);
  }
  return (
    <>
      <Section title={planningWords.assignees}>
        {assignees.length === 0 ? (
          <Quiet>{planningWords.nobody}</Quiet>
        ) : (
          <div className={classes.persons}>
            {assignees.map(({ id, name }) => (
              <Person key={id} name={name} isSelf={id === self} />
            ))}
          </div>
        )}
      </Section>
      <LabelsPart place={{ kind: 'project', id: String(record.project_id) }} labels={labels} />
      <Section title={planningWords.milestone}>
        {milestone === null ? <Quiet>{planningWords.noMilestone}</Quiet> : milestone.title}
      </Section>
      <Section title={words.about}>
        <Facts rows={rows} />
      </Section>
    </>
  );
}
