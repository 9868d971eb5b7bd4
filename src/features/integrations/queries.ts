import type { QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { integrationOverview } from '#contract/integration-overview.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';
import { callsOf, deliveryCallsOf, type IntegrationPlace, inputOf } from './place.ts';

type Found = ResponseOf<typeof integrationOverview.list>[number];
export type IntegrationRow = Found & { id: string };
export type IntegrationShown = ResponseOf<typeof integrationOverview.show>;

export type CatalogueSearch = ListSearchWith<'family' | 'state'>;
export type DeliverySearch = ListSearchWith<'state'>;

/** The integrations that the search asks for. */
export const catalogue = (place: IntegrationPlace, search: CatalogueSearch) => {
  const wanted = (search.search ?? '').toLowerCase();
  const fits = (row: Found) =>
    `${row.title} ${row.slug}`.toLowerCase().includes(wanted) &&
    (search.family === undefined || row.family === search.family) &&
    (search.state === undefined || row.state === search.state);
  return listQuery(callsOf(place).list, inputOf(place), (rows) =>
    rows.filter(fits).map((row): IntegrationRow => ({ ...row, id: row.slug })),
  );
};

export const integrationShown = (place: IntegrationPlace, slug: string) =>
  queryOf(callsOf(place).show, { ...inputOf(place), slug });

/** Whether it is paused. */
export const healthOf = (place: IntegrationPlace, slug: string) =>
  queryOf(deliveryCallsOf(place).health, { ...inputOf(place), slug });

const deliveryStates = ['waiting', 'succeeded', 'failed', 'skipped'] as const;

/** What was sent, the newest first. */
export const deliveryList = (
  { place, slug }: { place: IntegrationPlace; slug: string },
  search: DeliverySearch,
) =>
  listQuery(deliveryCallsOf(place).list, {
    ...inputOf(place),
    slug,
    ...pageInput(search),
    ...(search.state && { state: oneOf(deliveryStates, search.state) }),
  });

/** For loaders. */
export const prepareIntegration = (client: QueryClient, place: IntegrationPlace, slug: string) =>
  client.ensureQueryData(integrationShown(place, slug));
