import type { Generated } from 'kysely';

/** Exactly one of the three ids is set. */
export interface AwardEmoji {
  id: Generated<number>;
  name: string;
  user_id: number;
  merge_request_id: number | null;
  issue_id: number | null;
  note_id: number | null;
  created_at: string;
  updated_at: string;
}

export interface AwardTables {
  award_emoji: AwardEmoji;
}
