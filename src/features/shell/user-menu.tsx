import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import IconDevices from '@tabler/icons-react/icons/IconDevices';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import IconUser from '@tabler/icons-react/icons/IconUser';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessions } from '#contract/sessions.ts';
import { openingQuery, useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { UserAvatar } from '../../ui/marks.tsx';
import { common } from '../../words/common.ts';
import classes from './shell.module.css';

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Own pages, colour scheme, sign-out; open from the start, as the press that loads it asked. */
export function UserMenu() {
  const user = useCurrentUser();
  const signOut = useCommand(sessions.remove, {});
  const { data: opening } = useQuery(openingQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  // A new page: nothing that was read stays in memory.
  const leave = () =>
    signOut.mutate(
      {},
      { onSuccess: () => window.location.assign(opening?.after_sign_out_path ?? '/sign-in') },
    );
  return (
    <Menu defaultOpened position="bottom-end" width="target" floatingStrategy="fixed">
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={common.user.menu(user.name)}>
          <UserAvatar name={user.name} isSelf />
        </button>
      </Menu.Target>
      <Menu.Dropdown miw="13rem">
        <Menu.Label>{user.name}</Menu.Label>
        <Menu.Item
          component={Link}
          to="/profile/account"
          leftSection={<IconUser aria-hidden size={16} />}
        >
          {common.navigation.account}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/profile/tokens"
          leftSection={<IconKey aria-hidden size={16} />}
        >
          {common.navigation.tokens}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/profile/sessions"
          leftSection={<IconDevices aria-hidden size={16} />}
        >
          {common.navigation.sessions}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{common.user.scheme}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((one) => one === value) ?? 'auto')}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {common.user[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout aria-hidden size={16} />} onClick={leave}>
          {common.user.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
