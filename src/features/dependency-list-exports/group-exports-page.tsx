import { getRouteApi } from '@tanstack/react-router';
import { ExportsPage } from './exports-page.tsx';

const route = getRouteApi('/_auth/groups/$group/exports');

/** One's own exports of a group. */
export function GroupExportsPage() {
  const { group } = route.useParams();
  return <ExportsPage place={{ kind: 'group', path: group }} search={route.useSearch()} />;
}
