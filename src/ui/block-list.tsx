import type { ReactNode } from 'react';
import classes from './block-list.module.css';
import { Card, Count, Section } from './page.tsx';

/** A block of the home page: a few lines under a heading with their number; the lines are `li`. */
export function BlockList({
  testId,
  title,
  count,
  children,
}: {
  /** What automated runs find it by, whatever the language: `list-…`. */
  testId: string;
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
        <ul className={classes.list} data-testid={`list-${testId}`}>
          {children}
        </ul>
      </Card>
    </Section>
  );
}
