import { useSuspenseQueries } from '@tanstack/react-query';
import { useCurrentUser } from '../../api/current-user.ts';
import { TextLink } from '../../lib/links.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { Card, Count, Section } from '../../ui/page.tsx';
import { homeWords } from '../../words/home.ts';
import { mergeRequestColumns } from './columns.tsx';
import classes from './merge-requests.module.css';
import { ownBlocks } from './list-queries.ts';
import { wholeRecords } from './records.ts';

const titles = {
  to_review: [homeWords.reviews, homeWords.noReviews],
  returned_to_me: [homeWords.returned, homeWords.noReturned],
  waiting_for_others: [homeWords.waiting, homeWords.noWaiting],
} as const;

/** Open merge requests by whose turn it is. */
export function OwnMergeRequests() {
  const self = useCurrentUser().id;
  const pages = useSuspenseQueries({ queries: ownBlocks.map(({ list }) => list) });
  return ownBlocks.map(({ scope }, index) => {
    const page = pages[index]?.data;
    const [title, none] = titles[scope];
    if (page === undefined) return null;
    return (
      <Section
        key={scope}
        title={
          <>
            {title} <Count>{page.total ?? page.rows.length}</Count>
          </>
        }
        action={
          page.rows.length > 0 && (
            <TextLink to="/merge-requests" search={{ scope }}>
              {homeWords.all}
            </TextLink>
          )
        }
      >
        <Card>
          <DataTable
            testId={`merge-requests-${scope}`}
            label={title}
            columns={mergeRequestColumns(self, 'brief')}
            rows={wholeRecords(page.rows)}
            inset
            empty={<p className={classes.none}>{none}</p>}
          />
        </Card>
      </Section>
    );
  });
}
