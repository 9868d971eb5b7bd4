import { useQuery } from '@tanstack/react-query';
import { repositoryFiles } from '#contract/repository-files.ts';
import type { ReviewedVersion } from '#contract/review-diffs.ts';
import { queryOf } from '../../api/client.ts';
import type { DiffFile } from '../../diff/rows.ts';
import { imageUrlOf, isImage } from '../../diff/images.ts';
import { formatBytes } from '../../lib/format.ts';
import { ErrorLine } from '../../ui/states.tsx';
import { diffWords } from '../../words/diff.ts';
import classes from './merge-requests.module.css';

/** An image before and after, side by side; undefined for what is no image. */
export function imagesOf(project: string, head: ReviewedVersion, file: DiffFile) {
  const { diff, path } = file;
  if (!isImage(path)) return undefined;
  return (
    <div className={classes.images}>
      {!diff.new_file && (
        <Side {...{ project, path: diff.old_path, sha: head.base_sha }} label={diffWords.before} />
      )}
      {!diff.deleted_file && (
        <Side {...{ project, path: diff.new_path, sha: head.head_sha }} label={diffWords.after} />
      )}
    </div>
  );
}

function Side(props: { project: string; path: string; sha: string; label: string }) {
  const { project, path, sha, label } = props;
  const { data, error } = useQuery({
    ...queryOf(repositoryFiles.show, { id: project, file_path: path, ref: sha }),
    // A file at a commit stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <figure>
      <figcaption>
        {label}
        {data && ` · ${formatBytes(data.size)}`}
      </figcaption>
      {error && <ErrorLine error={error} />}
      {data && <img src={imageUrlOf(path, data.content)} alt={`${label}: ${path}`} />}
    </figure>
  );
}
