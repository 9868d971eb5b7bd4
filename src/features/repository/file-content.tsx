import IconFile from '@tabler/icons-react/icons/IconFile';
import IconFileUnknown from '@tabler/icons-react/icons/IconFileUnknown';
import IconFileZip from '@tabler/icons-react/icons/IconFileZip';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { asApiError } from '../../api/error.ts';
import { formatBytes } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { repositoryWords } from '../../words/repository.ts';
import { CodeLines } from './code-lines.tsx';
import { NotInRef } from './code-states.tsx';
import { contentOf, linesOf } from './content.ts';
import { LastCommit } from './last-commit.tsx';
import { fileOf, projectOf, refOf, type RepositoryFile } from './queries.ts';
import classes from './repository.module.css';

const route = getRouteApi('/_auth/projects/$project/files/$path');
const words = repositoryWords.file;

/** What a file holds at a branch, tag or commit. */
export function FileContent() {
  const { project: id, path } = route.useParams();
  const { ref } = route.useSearch();
  const { data: project } = useSuspenseQuery(projectOf(id));
  const refName = refOf(project, ref);
  const { data: file, error, refetch } = useQuery(fileOf(id, path, refName));
  if (error !== null) {
    const { status, message } = asApiError(error);
    if (status === 404) {
      return <NotInRef project={id} path={path} refName={refName} message={message} />;
    }
    if (status === 413) return <TooLarge />;
    return <ErrorState error={error} retry={() => void refetch()} />;
  }
  return (
    <div className={classes.fileBox}>
      <LastCommit project={id} path={path} refName={refName} />
      {file === undefined ? <RowsSkeleton rows={12} /> : <Shown file={file} />}
    </div>
  );
}

const TooLarge = () => (
  <EmptyState icon={<IconFileZip aria-hidden size={20} />} title={words.tooLarge}>
    {words.tooLargeHelp}
  </EmptyState>
);

/** More lines make the page slow on small machines. */
const mostLines = 20_000;

function Shown({ file }: { file: RepositoryFile }) {
  const content = useMemo(() => contentOf(file), [file]);
  const lines = useMemo(
    () => (content.kind === 'text' ? linesOf(content.text) : undefined),
    [content],
  );
  const facts = [
    lines && words.lines(lines.length),
    formatBytes(file.size),
    file.execute_filemode && words.executable,
  ].filter(Boolean);
  return (
    <Card>
      <header className={classes.fileHead}>
        <span className={classes.facts}>{facts.join(' · ')}</span>
        {content.kind === 'text' && <CopyButton value={content.text} label={words.copy} />}
      </header>
      {content.kind === 'image' && (
        <div className={classes.image}>
          <img src={content.url} alt={file.file_name} />
        </div>
      )}
      {content.kind === 'empty' && (
        <EmptyState icon={<IconFile aria-hidden size={20} />} title={words.empty}>
          {words.emptyHelp}
        </EmptyState>
      )}
      {content.kind === 'binary' && (
        <EmptyState icon={<IconFileUnknown aria-hidden size={20} />} title={words.binary}>
          {words.binaryHelp}
        </EmptyState>
      )}
      {content.kind === 'large' && <TooLarge />}
      {lines !== undefined && <CodeLines lines={lines.slice(0, mostLines)} name={file.file_name} />}
      {lines !== undefined && lines.length > mostLines && (
        <p className={classes.more}>{words.more(lines.length - mostLines)}</p>
      )}
    </Card>
  );
}
