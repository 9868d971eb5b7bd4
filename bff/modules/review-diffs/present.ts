import { Readable } from 'node:stream';
import type { ReviewedFile, ReviewedVersion } from '#contract/review-diffs.ts';
import type { DiffFile } from '../../git/diff.ts';
import { presentDiff } from '../commits/present.ts';
import type { Reviewed } from './rules.ts';

const presentHead = ({ version, ends, diff }: Reviewed): ReviewedVersion => ({
  count: diff.count,
  base_sha: version.base_commit_sha,
  start_sha: version.start_commit_sha,
  head_sha: version.head_commit_sha,
  commentable: ends.base === version.base_commit_sha,
});

const presentFile = (file: DiffFile): ReviewedFile => ({
  ...presentDiff(file),
  binary: file.binary,
  old_blob: file.old_sha,
  new_blob: file.new_sha,
});

/** A line of JSON for what is compared and for each file; git goes on as fast as it is read. */
export function presentReview(reviewed: Reviewed): Readable {
  const stream = Readable.from(linesOf(reviewed), { objectMode: false });
  // A stream that nobody reads never comes to the files: git ends with it all the same.
  stream.once('close', () => reviewed.diff.close());
  return stream;
}

async function* linesOf(reviewed: Reviewed): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(presentHead(reviewed))}\n`;
  for await (const file of reviewed.diff.files) yield `${JSON.stringify(presentFile(file))}\n`;
}
