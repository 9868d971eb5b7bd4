import IconX from '@tabler/icons-react/icons/IconX';
import type { ReactNode } from 'react';
import { tableWords } from '../words/table.ts';
import classes from './table.module.css';

/** What belongs to one row, beside the list; on phones below it. */
export function RowPanel(props: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <aside className={classes.panel} aria-label={props.label}>
      <header>
        <h2>{props.label}</h2>
        <button type="button" aria-label={tableWords.closePanel} onClick={props.onClose}>
          <IconX aria-hidden size={16} />
        </button>
      </header>
      {props.children}
    </aside>
  );
}
