import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { LabelsField } from '../form/labels-field.tsx';
import { MilestoneField } from '../form/milestone-field.tsx';
import { PeopleField } from '../form/people-field.tsx';
import { planningWords } from '../words/planning.ts';
import { labelNames } from './bulk-actions.tsx';

/** As much of an issue or a merge request as says who looks after it and when. */
interface Planned {
  readonly assignees: readonly { readonly id: number; readonly name: string }[];
  readonly labels: readonly (string | { readonly name: string })[];
  readonly milestone: { readonly id: number; readonly title: string } | null;
}

/** The names under which both are planned. */
interface Plan extends FieldValues {
  assignee_ids?: number[] | null | undefined;
  labels?: string[] | null | undefined;
  milestone_id?: number | null | undefined;
}

/** What the fields begin with. */
export const planOf = (record: Planned | undefined) => ({
  assignee_ids: record?.assignees.map(({ id }) => id) ?? [],
  labels: record === undefined ? [] : labelNames(record),
  milestone_id: record?.milestone?.id ?? 0,
});

/** Assignees, labels and milestone of an issue or a merge request. */
export function PlanFields<I extends Plan, O>(props: {
  control: Control<I, unknown, O>;
  project: string;
  record: Planned | undefined;
}) {
  const { control, project, record } = props;
  // Safe: every form that has a plan has its three names.
  const at = (name: keyof Plan) => name as FieldPath<I>;
  const shared = { control, project };
  return (
    <>
      <PeopleField
        {...shared}
        name={at('assignee_ids')}
        label={planningWords.assignees}
        known={record?.assignees ?? []}
      />
      <LabelsField
        control={control}
        place={{ kind: 'project', id: project }}
        name={at('labels')}
        label={planningWords.labels}
      />
      <MilestoneField
        {...shared}
        name={at('milestone_id')}
        label={planningWords.milestone}
        given={record?.milestone ?? null}
      />
    </>
  );
}
