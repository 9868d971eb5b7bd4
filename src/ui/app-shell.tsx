import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/icons/IconLayoutSidebarLeftExpand';
import IconMenu2 from '@tabler/icons-react/icons/IconMenu2';
import type { ReactNode } from 'react';
import { common } from '../words/common.ts';
import classes from './shell.module.css';

/** A link of one of the rails. */
export interface RailEntry {
  readonly key: string;
  readonly link: ReactNode;
  /** Set apart at the foot of the rail. */
  readonly atEnd?: boolean;
}

/** The second rail: what it is about and its screens. */
export interface SecondRail {
  readonly title: string;
  readonly about: string;
  readonly mark: ReactNode;
  readonly entries: readonly RailEntry[];
}

const secondId = 'section-navigation';

const closeSecond = () => {
  const second = document.getElementById(secondId);
  if (second?.matches(':popover-open')) second.hidePopover();
};

/** The frame of every screen: two rails and a top bar, on phones a bar at the bottom. */
export function AppShell(props: {
  /** The sign at the head of the first rail. */
  home: ReactNode;
  entries: readonly RailEntry[];
  bottomEntries: readonly RailEntry[];
  second: SecondRail | undefined;
  /** The second rail waits behind a button also where there is room. */
  isFolded?: boolean;
  breadcrumb: ReactNode;
  /** At the right of the top bar. */
  tools: ReactNode;
  children: ReactNode;
}) {
  const { entries, bottomEntries, second, isFolded, breadcrumb, tools, children } = props;
  const Menu = isFolded ? IconLayoutSidebarLeftExpand : IconMenu2;
  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a href="#content" className={classes.skip}>
        {common.skipToContent}
      </a>
      <nav className={classes.rail} aria-label={common.navigation.main}>
        <div className={classes.logo}>{props.home}</div>
        <ul className={classes.railList}>
          {entries.map(({ key, link, atEnd }) => (
            <li key={key} data-end={atEnd || undefined}>
              {link}
            </li>
          ))}
        </ul>
      </nav>
      {second !== undefined && <Second {...second} />}
      <div className={classes.body}>
        <header className={classes.top}>
          {second !== undefined && (
            <ActionIcon
              className={classes.menuButton}
              variant="subtle"
              color="gray"
              popoverTarget={secondId}
              aria-label={common.navigation.openMenu}
            >
              <Menu aria-hidden size={20} />
            </ActionIcon>
          )}
          <div className={classes.crumbs}>{breadcrumb}</div>
          {tools}
        </header>
        <main id="content" className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className={classes.bottom} aria-label={common.navigation.main}>
        <ul>
          {bottomEntries.map(({ key, link }) => (
            <li key={key}>{link}</li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Second({ title, about, mark, entries }: SecondRail) {
  return (
    // Always there on wide screens; on phones the button of the top bar opens it.
    <nav id={secondId} popover="auto" className={classes.second} aria-label={title}>
      <div className={classes.secondHead}>
        <span className={classes.secondIcon} aria-hidden>
          {mark}
        </span>
        <div className={classes.secondTitle}>
          <strong>{title}</strong>
          <span>{about}</span>
        </div>
      </div>
      <ul className={classes.secondList} onClickCapture={closeSecond}>
        {entries.map(({ key, link }) => (
          <li key={key}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
