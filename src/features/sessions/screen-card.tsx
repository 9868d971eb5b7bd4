import IconSteeringWheel from '@tabler/icons-react/icons/IconSteeringWheel';
import type { ReactNode } from 'react';
import classes from './sign-in.module.css';

/** The one card of a screen outside of the frame. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.screen}>
      <title>{title}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <IconSteeringWheel aria-hidden size={24} />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
