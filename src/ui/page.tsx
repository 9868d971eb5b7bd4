import { type ReactNode, useEffect, useRef } from 'react';
import { useOfferedControls } from '../lib/screen-actions.ts';
import classes from './page.module.css';

/** A screen: title with its one primary action, tabs, content. */
export function Page(props: {
  title: ReactNode;
  /** Follows the title, quieter: `!12`. */
  number?: string;
  badge?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  /** Line of facts below the title. */
  meta?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
}) {
  const { title, number, badge, about, actions, meta, tabs, children } = props;
  const header = useRef<HTMLElement>(null);
  useOfferedControls(header, 'primary');
  return (
    <div className={classes.page}>
      <header ref={header} className={classes.header}>
        <h1 className={classes.title}>
          {title}
          {number !== undefined && <span className={classes.number}> {number}</span>}
        </h1>
        {badge}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        {about !== undefined && <p className={classes.about}>{about}</p>}
      </header>
      {meta !== undefined && <div className={classes.meta}>{meta}</div>}
      {tabs}
      {children}
    </div>
  );
}

/** Tabs that are links; `extra` stands at their right. */
export function TabBar(props: { label: string; tabs: readonly ReactNode[]; extra?: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useOfferedControls(bar);
  // Where there is no room for all tabs the current one is seen.
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current="page"]');
    const list = current?.closest('ul');
    if (!current || !list) return;
    // The list alone is scrolled: the page stays where its reader is.
    const [tab, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += tab.left + tab.width / 2 - (frame.left + frame.width / 2);
  });
  return (
    <div ref={bar} className={classes.tabs}>
      <nav aria-label={props.label}>
        <ul className={classes.tabList}>
          {props.tabs.map((tab, index) => (
            // Tabs never change places.
            <li key={index}>{tab}</li>
          ))}
        </ul>
      </nav>
      {props.extra !== undefined && <div className={classes.tabExtra}>{props.extra}</div>}
    </div>
  );
}

/** A number beside a tab or a heading. */
export function Count({ children }: { children: ReactNode }) {
  return <span className={classes.count}>{children}</span>;
}

/** What a page shows where it is no table: at most 1,280 px wide. */
export function Content({ children }: { children: ReactNode }) {
  return <div className={classes.content}>{children}</div>;
}

/** Main column and side column. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

/** A part of a page under a heading. */
export function Section(props: {
  title: ReactNode;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section>
      <h2 className={classes.sectionTitle}>
        {props.title}
        {props.action !== undefined && (
          <span className={classes.sectionAction}>{props.action}</span>
        )}
      </h2>
      {props.about !== undefined && <p className={classes.sectionAbout}>{props.about}</p>}
      {props.children}
    </section>
  );
}

/** Parts below each other, no wider than a form. */
export function Narrow({ children }: { children: ReactNode }) {
  return <div className={classes.narrow}>{children}</div>;
}

/** A framed part of the page. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

/** Names and values in two columns. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
