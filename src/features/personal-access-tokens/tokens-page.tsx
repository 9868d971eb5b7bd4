import IconKey from '@tabler/icons-react/icons/IconKey';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { tokenWords } from '../../words/personal-access-tokens.ts';
import { tokenList } from './queries.ts';
import { tokenActions, tokenColumns, tokenFilters } from './token-columns.tsx';

const route = getRouteApi('/_auth/profile/tokens/');

/** One's own access tokens. */
export function TokensPage() {
  const search = route.useSearch();
  return (
    <Page
      title={tokenWords.title}
      about={tokenWords.about}
      actions={
        <ButtonLink to="/profile/tokens/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {tokenWords.create}
        </ButtonLink>
      }
    >
      <DataList
        list="tokens"
        label={tokenWords.title}
        query={tokenList(useCurrentUser().id, search)}
        columns={tokenColumns}
        state={useListState(search)}
        placeholder={tokenWords.searchPlaceholder}
        filters={tokenFilters}
        nameOf={({ name }) => name}
        actions={tokenActions}
        empty={{
          icon: <IconKey aria-hidden size={20} />,
          ...tokenWords.empty,
          action: (
            <ButtonLink to="/profile/tokens/new" variant="default">
              {tokenWords.create}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  );
}
