import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../lib/links.tsx';
import { UserAvatar } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { repositoryWords } from '../../words/repository.ts';
import { lastCommit } from './queries.ts';
import classes from './repository.module.css';

/** The commit that changed a folder or file last, in one line. */
export function LastCommit(props: {
  project: string;
  path: string;
  refName: string | undefined;
  /** With a link to all of them. */
  hasHistory?: boolean;
}) {
  const { project, path, refName, hasHistory } = props;
  const { data } = useQuery(lastCommit(project, path, refName));
  const commit = data?.rows[0];
  return (
    <div className={classes.last}>
      {commit !== undefined && (
        <>
          <UserAvatar name={commit.author_name} small />
          <span className={classes.lastAuthor}>{commit.author_name}</span>
          <TextLink
            className={classes.lastTitle}
            to="/projects/$project/commits/$sha"
            params={{ project, sha: commit.id }}
          >
            {commit.title}
          </TextLink>
          <RelativeTime at={commit.committed_date} />
        </>
      )}
      {hasHistory && (
        <TextLink
          className={classes.lastAll}
          to="/projects/$project/commits"
          params={{ project }}
          search={{ path: path || undefined, ref_name: refName }}
        >
          {repositoryWords.files.history}
        </TextLink>
      )}
    </div>
  );
}
