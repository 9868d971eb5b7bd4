import { ActionIcon } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconTerminal2 from '@tabler/icons-react/icons/IconTerminal2';
import { lazy, Suspense, useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { UserAvatar } from '../../ui/marks.tsx';
import { common } from '../../words/common.ts';
import { shellWords } from '../../words/shell.ts';
import { modKey } from './mod-key.ts';
import type { Overlay } from './overlays.tsx';
import classes from './shell.module.css';

const loadMenu = () => import('./user-menu.tsx');
const UserMenu = lazy(() => loadMenu().then((module) => ({ default: module.UserMenu })));

/** At the right of the top bar: the palette, the calls of the screen, one's own menu. */
export function TopTools({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  return (
    <>
      <button type="button" className={classes.jump} onClick={() => onOpen('palette')}>
        <IconSearch aria-hidden size={16} />
        <span>{shellWords.palette.open}</span>
        <kbd>{modKey()}</kbd>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={shellWords.curl.open}
        title={shellWords.curl.open}
        onClick={() => onOpen('curl')}
      >
        <IconTerminal2 aria-hidden size={20} />
      </ActionIcon>
      <OwnMenu />
    </>
  );
}

/** The menu and what places it come with the first press. */
function OwnMenu() {
  const user = useCurrentUser();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={classes.user}
      aria-label={common.user.menu(user.name)}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <UserAvatar name={user.name} isSelf />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  );
}
