import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { DiffView } from '../../diff/diff-view.tsx';
import { readFile } from '../../diff/rows.ts';
import { TextLink } from '../../lib/links.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { CommitList } from './commits-tab.tsx';
import classes from './merge-requests.module.css';
import { comparison, previewOf } from './queries.ts';

const words = mergeRequestWords.form;

/** Commits and files that would be merged; the oldest commit proposes the title. */
export function ComparePreview(props: {
  project: string;
  source: string;
  target: string;
  onTitle: (title: string) => void;
}) {
  const { project, source, target, onTitle } = props;
  const isChosen = source !== '' && target !== '';
  const isSame = isChosen && source === target;
  const compared = useQuery({
    ...comparison(project, target, source),
    enabled: isChosen && !isSame,
  });
  const { data } = compared;
  const { data: found } = useQuery({
    ...previewOf(project, source, target),
    enabled: isChosen && !isSame,
  });
  const files = useMemo(() => data?.diffs.map(readFile) ?? [], [data]);
  const only = data?.commits.length === 1 ? data.commits[0]?.title : undefined;
  const proposed = data === undefined || data.commits.length === 0 ? '' : (only ?? asTitle(source));
  useEffect(() => {
    if (proposed !== '') onTitle(proposed);
    // A proposal is made once per comparison, not per render of the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [proposed]);

  if (!isChosen) return <p className={classes.quiet}>{words.chooseBoth}</p>;
  if (isSame) return <p className={classes.quiet}>{words.same}</p>;
  if (compared.error) {
    return <ErrorState error={compared.error} retry={() => void compared.refetch()} />;
  }
  if (data === undefined) return <RowsSkeleton />;
  if (data.commits.length === 0) return <p className={classes.quiet}>{words.nothing}</p>;
  return (
    <>
      {found !== undefined && found.existing_iid !== null && (
        <p className={classes.waiting}>
          {words.existing}{' '}
          <TextLink
            to="/projects/$project/merge-requests/$iid"
            params={{ project, iid: String(found.existing_iid) }}
          >
            !{found.existing_iid}
          </TextLink>
        </p>
      )}
      {found?.has_conflicts === true && (
        <p className={classes.waiting}>{words.conflicts(found.conflicts, target)}</p>
      )}
      <Section title={words.previewCommits(data.commits.length)}>
        <Card>
          <CommitList commits={data.commits} />
        </Card>
      </Section>
      <Section title={words.previewFiles(files.length)}>
        <DiffView files={files} layout="unified" isEmbedded />
      </Section>
    </>
  );
}

/** `round-heights_once` becomes `Round heights once`. */
function asTitle(branch: string): string {
  const text = branch.replace(/[-_/]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
