import type { Generated } from 'kysely';

export interface SavedViews {
  id: Generated<number>;
  user_id: number;
  /** The list it belongs to. */
  screen: string;
  name: string;
  query: string;
  /** Whoever has the link may open it. */
  shared: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface SavedViewTables {
  saved_views: SavedViews;
}
