import type { ReactNode } from 'react';
import classes from './block-list.module.css';
import { Card, Count, Section } from './page.tsx';

/** A block of the home page: a few lines under a heading with their number; the lines are `li`. */
export function BlockList({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) {
  return (
    <Section
      title={
        <>
          {title} <Count>{count}</Count>
        </>
      }
    >
      <Card>
        <ul className={classes.list}>{children}</ul>
      </Card>
    </Section>
  );
}
