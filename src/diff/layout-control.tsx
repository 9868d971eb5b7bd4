import { SegmentedControl } from '@mantine/core';
import { diffWords } from '../words/diff.ts';
import type { DiffLayout } from './rows.ts';

/** Chooses between one column and two. */
export function LayoutControl(props: {
  value: DiffLayout;
  onChange: (layout: DiffLayout) => void;
}) {
  return (
    <SegmentedControl
      aria-label={diffWords.layout}
      value={props.value}
      data={[
        { value: 'unified', label: diffWords.unified },
        { value: 'split', label: diffWords.split },
      ]}
      onChange={(value) => props.onChange(value === 'split' ? 'split' : 'unified')}
    />
  );
}
