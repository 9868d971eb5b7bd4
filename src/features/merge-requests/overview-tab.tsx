import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Markdown } from '../../ui/markdown.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { noteWords } from '../../words/notes.ts';
import { CommentForm } from './comment-form.tsx';
import { MergeBox } from './merge-box.tsx';
import classes from './merge-requests.module.css';
import { mergeRequestShown, threadsOf } from './queries.ts';
import { useWhich } from './review-layout.tsx';
import { Thread } from './thread.tsx';

const words = mergeRequestWords.review;

/** Description, threads and comments, beside the merge box. */
export function OverviewTab() {
  const which = useWhich();
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(
    threadsOf(which),
  );
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const threads = data.pages.flatMap(({ rows }) => rows);
  return (
    <div className={classes.columns}>
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
        </Section>
        <Section title={noteWords.activity}>
          <div className={classes.threads}>
            {threads.length === 0 && <p className={classes.quiet}>{noteWords.none}</p>}
            {threads.map((thread) => (
              <Thread key={thread.id} which={which} thread={thread} />
            ))}
            <CommentForm which={which} />
          </div>
        </Section>
      </div>
      <aside className={classes.side}>
        <MergeBox which={which} />
      </aside>
    </div>
  );
}
