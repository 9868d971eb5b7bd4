import type { Generated } from 'kysely';

type Flag = Generated<number>;
type Time = string;

export interface EpicTables {
  epics: Epics;
}

interface Epics {
  id: Generated<number>;
  group_id: number;
  iid: number;
  /** The epic that it is a part of. */
  parent_id: number | null;
  author_id: number | null;
  title: string;
  title_lower: string;
  description: string | null;
  state: Generated<'opened' | 'closed'>;
  confidential: Flag;
  color: string;
  start_date: string | null;
  due_date: string | null;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
}
