/** The wiki of a project: made with its first page. */
interface Wikis {
  project_id: number;
  /** Where its branch has been recorded to be; null while nothing was. */
  sha: string | null;
  created_at: string;
  updated_at: string;
}

export interface WikiTables {
  wikis: Wikis;
}
