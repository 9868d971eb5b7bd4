/** A changed file that somebody has looked at. */
interface ViewedFiles {
  merge_request_id: number;
  user_id: number;
  path: string;
  /** What it held then; null where it was deleted. */
  blob_sha: string | null;
  created_at: string;
}

export interface ReviewTables {
  viewed_files: ViewedFiles;
}
