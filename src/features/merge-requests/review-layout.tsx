import { useMemo } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/icons/IconArrowRight';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatNumber } from '../../lib/format.ts';
import { IconLink } from '../../lib/links.tsx';
import { PlacedLabels } from '../../planning/placed-labels.tsx';
import { People, Person, Ref } from '../../ui/marks.tsx';
import { Count, Page, TabBar } from '../../ui/page.tsx';
import { KeepTexts } from '../../notes/kept-texts.tsx';
import { PipelineLink } from '../../ui/pipeline-state.tsx';
import { Referring } from '../../ui/references.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { reviewWords } from '../../words/reviews.ts';
import { tableWords } from '../../words/table.ts';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { stateOf } from './columns.tsx';
import classes from './merge-requests.module.css';
import { commitCountOf, mergeRequestShown, type Which } from './queries.ts';
import { KeepBegunComments } from './begun-comments.tsx';
import { MergeBox } from './merge-box.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewTools } from './review-tools.tsx';
import { useRights } from './rights.ts';
import { SeenHeadProvider } from './seen-head.tsx';
import { SuggestionBatch } from './suggestion-batch.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid');
const words = mergeRequestWords.review;

/** Which merge request the URL names. */
export function useWhich(): Which {
  const { project, iid } = route.useParams();
  return useMemo(() => ({ project, iid: Number(iid) }), [project, iid]);
}

/** Title, facts and tabs of a merge request; the tab is below. */
export function ReviewLayout() {
  const which = useWhich();
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const { data: commits } = useSuspenseQuery(commitCountOf(which));
  const user = useCurrentUser();
  const params = { project: which.project, iid: String(which.iid) };
  const rights = useRights(which);
  return (
    <Page
      title={<Referring text={record.title} />}
      number={`!${record.iid}`}
      actions={
        <>
          {rights.update && (
            <IconLink
              to="/projects/$project/merge-requests/$iid/edit"
              params={params}
              aria-label={words.edit}
              title={words.edit}
            >
              <IconPencil aria-hidden size={16} />
            </IconLink>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={words.more}>
                <IconDots aria-hidden size={16} />
              </ActionIcon>
            </Menu.Target>
            <ReviewActions which={which} record={record} rights={rights} />
          </Menu>
        </>
      }
      meta={<Meta record={record} project={which.project} self={user.id} />}
      tabs={
        <TabBar
          label={words.tabs}
          extra={<ReviewTools count={Number.parseInt(record.changes_count ?? '0', 10)} />}
          tabs={[
            <Link
              key="overview"
              to="/projects/$project/merge-requests/$iid"
              params={params}
              activeOptions={{ exact: true }}
            >
              {words.overview} <Count>{record.user_notes_count}</Count>
            </Link>,
            <Link
              key="commits"
              to="/projects/$project/merge-requests/$iid/commits"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {words.commits}{' '}
              <Count>
                {commits.total === undefined
                  ? tableWords.many(10_000)
                  : formatNumber(commits.total)}
              </Count>
            </Link>,
            <Link
              key="changes"
              to="/projects/$project/merge-requests/$iid/changes"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {words.changes} <Count>{record.changes_count ?? 0}</Count>
            </Link>,
            <Link
              key="history"
              to="/projects/$project/merge-requests/$iid/history"
              params={params}
              activeOptions={{ includeSearch: false }}
            >
              {reviewWords.history.tab}
            </Link>,
          ]}
        />
      }
    >
      <SeenHeadProvider key={record.id} which={which}>
        <KeepTexts within={route.id}>
          <KeepBegunComments>
            <SuggestionBatch>
              <div className={classes.columns}>
                <Outlet />
                <aside className={classes.side}>
                  <MergeBox which={which} />
                </aside>
              </div>
            </SuggestionBatch>
          </KeepBegunComments>
        </KeepTexts>
      </SeenHeadProvider>
    </Page>
  );
}

function Meta(props: { record: MergeRequest; project: string; self: number }) {
  const { record, project, self } = props;
  const { head_pipeline: pipeline } = record;
  // A fork has its pipelines itself.
  const isOwn = pipeline?.project_id === record.project_id;
  return (
    <>
      <StateBadge state={stateOf(record)} />
      <span className={classes.branches}>
        <Ref name={record.source_branch} />
        <IconArrowRight role="img" aria-label={words.into} size={14} />
        <Ref name={record.target_branch} />
      </span>
      <Person name={record.author.name} isSelf={record.author.id === self} />
      <RelativeTime at={record.created_at} />
      {record.reviewers.length > 0 && (
        <span className={classes.branches}>
          {words.reviewers}
          <People people={record.reviewers} self={self} />
        </span>
      )}
      <PlacedLabels
        place={{ kind: 'project', id: String(record.project_id) }}
        labels={record.labels}
      />
      {record.milestone !== null && <span>{record.milestone.title}</span>}
      {pipeline && (
        <PipelineLink project={isOwn ? project : String(pipeline.project_id)} pipeline={pipeline} />
      )}
    </>
  );
}
