import { useQuery } from '@tanstack/react-query';
import { mergeRequestChangesEndpoints } from '#contract/merge-request-changes.ts';
import { mergeRequestIssues } from '#contract/merge-request-issues.ts';
import { listOf } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { TextLink } from '../../lib/links.tsx';
import { People } from '../../ui/marks.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { reviewWords } from '../../words/reviews.ts';
import classes from './merge-requests.module.css';
import type { Which } from './queries.ts';

const words = reviewWords.around;
const idOf = ({ project, iid }: Which) => ({ id: project, merge_request_iid: iid });

/** Who takes part, and which issues it is about. */
export function AroundPart({ which }: { which: Which }) {
  const self = useCurrentUser().id;
  const input = { ...idOf(which), per_page: 100 };
  const people = useQuery(listOf(mergeRequestChangesEndpoints.participants, input));
  const closes = useQuery(listOf(mergeRequestIssues.closed, input));
  const named = useQuery(listOf(mergeRequestIssues.related, input));
  const error = people.error ?? closes.error ?? named.error;
  const closed = closes.data?.rows ?? [];
  const others = (named.data?.rows ?? []).filter(({ id }) => closed.every((one) => one.id !== id));
  const count = people.data?.total ?? people.data?.rows.length ?? 0;
  return (
    <section className={classes.approvals} aria-label={words.label}>
      {error && <ErrorLine error={error} />}
      {people.data && (
        <>
          <h3>{words.participants(count)}</h3>
          <div>
            <People people={people.data.rows} self={self} />
          </div>
        </>
      )}
      <Issues title={words.closes} issues={closed} />
      <Issues title={words.mentions} issues={others} />
    </section>
  );
}

type Issue = Awaited<
  ReturnType<NonNullable<ReturnType<typeof listOf<typeof mergeRequestIssues.closed>>['queryFn']>>
>['rows'][number];

function Issues({ title, issues }: { title: string; issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.approvers}>
        {issues.map(({ id, iid, project_id, title: name, references }) => (
          <li key={id}>
            <TextLink
              to="/projects/$project/issues/$iid"
              params={{ project: String(project_id), iid: String(iid) }}
            >
              {references.relative} {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </>
  );
}
