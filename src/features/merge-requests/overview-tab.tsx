import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEveryPage } from '../../api/every-page.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { noteWords } from '../../words/notes.ts';
import { NewComment } from './comment-form.tsx';
import { DraftList } from './draft-list.tsx';
import classes from './merge-requests.module.css';
import { mergeRequestShown, threadsOf, useBeat } from './queries.ts';
import { Reactions } from './reactions.tsx';
import { useWhich } from './review-layout.tsx';
import { useRights } from './rights.ts';
import { Thread } from './thread.tsx';

const words = mergeRequestWords.review;

/** Description, threads and comments, beside the merge box. */
export function OverviewTab() {
  const which = useWhich();
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const { comment, silence } = useRights(which);
  const pages = useSuspenseInfiniteQuery({ ...threadsOf(which), ...useBeat(which) });
  const { data, error, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  const threads = data.pages.flatMap(({ rows }) => rows);
  return (
    <div className={classes.main}>
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
        <Reactions which={which} mayGive={comment} />
      </Section>
      <Section title={noteWords.activity}>
        <div className={classes.threads}>
          {threads.length === 0 && <p className={classes.quiet}>{noteWords.none}</p>}
          {threads.map((thread) => (
            <Thread key={thread.id} which={which} thread={thread} />
          ))}
          {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
          {comment && <DraftList which={which} />}
          {comment && <NewComment which={which} />}
          {silence !== undefined && <p className={classes.quiet}>{noteWords[silence]}</p>}
        </div>
      </Section>
    </div>
  );
}
