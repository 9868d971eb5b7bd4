import { useQuery } from '@tanstack/react-query';
import { repository } from '#contract/repository.ts';
import type { ReviewedFile } from '#contract/review-diffs.ts';
import { queryOf } from '../../api/client.ts';
import { imageUrlOf, isImage } from '../../diff/images.ts';
import { formatBytes } from '../../lib/format.ts';
import { ErrorLine } from '../../ui/states.tsx';
import { diffWords } from '../../words/diff.ts';
import classes from './merge-requests.module.css';

/** An image before and after, side by side; undefined for what is no image. */
export function imagesOf(project: string, file: ReviewedFile) {
  const { old_path, new_path, old_blob, new_blob, new_file, deleted_file } = file;
  if (!isImage(deleted_file ? old_path : new_path)) return undefined;
  return (
    <div className={classes.images}>
      {!new_file && (
        <Side {...{ project, path: old_path, sha: old_blob }} label={diffWords.before} />
      )}
      {!deleted_file && (
        <Side {...{ project, path: new_path, sha: new_blob }} label={diffWords.after} />
      )}
    </div>
  );
}

function Side(props: { project: string; path: string; sha: string; label: string }) {
  const { project, path, sha, label } = props;
  const { data, error } = useQuery({
    ...queryOf(repository.blob, { id: project, sha }),
    // A content stays as it is.
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
