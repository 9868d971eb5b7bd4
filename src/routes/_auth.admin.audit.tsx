import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../features/audit-events/audit-page.tsx';
import { auditFilters } from '../features/audit-events/filters.ts';
import { auditList } from '../features/audit-events/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/audit')({
  validateSearch: (search) => readListSearch(search, auditFilters),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, auditList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.audit }] },
  component: AuditPage,
});
