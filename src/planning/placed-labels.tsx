import type { Place } from '../api/places.ts';
import { useLabelColors } from '../api/planning.ts';
import { LabelChip } from '../ui/marks.tsx';
import { labelNames } from './bulk-actions.tsx';

/** Labels of a record that names them only; their colours come from its project's or group's list. */
export function PlacedLabels(props: {
  place: Place;
  labels: readonly (string | { readonly name: string })[];
}) {
  const { place, labels } = props;
  const colors = useLabelColors(place, labels.length > 0);
  return labelNames({ labels }).map((name) => (
    <LabelChip key={name} name={name} color={colors.get(name)} />
  ));
}
