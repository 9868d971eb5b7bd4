import type { Label as LabelRecord } from '#contract/labels.ts';
import { presentLabelDetails } from './present.ts';
import type { LabelCounts } from './resource-rules.ts';
import type { Label } from './rules.ts';

/** A label's record; the counts are left out where they were not asked for. */
export const presentLabel = (
  label: Label,
  { counts, subscribed }: { counts: LabelCounts | undefined; subscribed: boolean },
): LabelRecord => ({
  ...presentLabelDetails(label),
  subscribed,
  priority: label.priority,
  is_project_label: label.project_id !== null,
  ...counts,
});
