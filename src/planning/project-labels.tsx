import { useLabelColors } from '../api/planning.ts';
import { LabelChip } from '../ui/marks.tsx';
import { labelNames } from './bulk-actions.tsx';

/** Labels of a record that names them only; their colours come from the project's list. */
export function ProjectLabels(props: {
  project: string;
  labels: readonly (string | { readonly name: string })[];
}) {
  const { project, labels } = props;
  const colors = useLabelColors(project, labels.length > 0);
  return labelNames({ labels }).map((name) => (
    <LabelChip key={name} name={name} color={colors.get(name)} />
  ));
}
