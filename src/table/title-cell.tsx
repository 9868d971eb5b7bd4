import type { ReactNode } from 'react';
import { LabelChip } from '../ui/marks.tsx';
import classes from './title-cell.module.css';

/** State, title, number and labels in one cell; only the title shortens. `children` is its link. */
export function TitleCell(props: {
  icon?: ReactNode;
  number: string;
  labels?: readonly (
    | string
    | { readonly id: number; readonly name: string; readonly color: string }
  )[];
  isClosed?: boolean;
  children: ReactNode;
}) {
  const { icon, number, labels = [], isClosed, children } = props;
  return (
    <span className={classes.title} data-closed={isClosed || undefined}>
      {icon}
      {children}
      <span className={classes.number}>{number}</span>
      <span className={classes.labels}>
        {labels.map((label) =>
          typeof label === 'string' ? (
            <LabelChip key={label} name={label} color={undefined} />
          ) : (
            <LabelChip key={label.id} name={label.name} color={label.color} />
          ),
        )}
      </span>
    </span>
  );
}
