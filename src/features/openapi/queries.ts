import { queryOptions } from '@tanstack/react-query';
import { openapi } from '#contract/openapi.ts';
import { call } from '../../api/client.ts';
import { type ApiDocument, operationsOf } from './document.ts';
import { indexOf } from './find.ts';

/** What the page reads and searches; it changes only with the server. */
export const apiDocument = queryOptions({
  queryKey: [openapi.show.id, {}] as const,
  meta: { request: { endpoint: openapi.show, input: {} } },
  queryFn: async ({ signal }) => {
    // Safe: the contract has the document as text; a JSON answer comes parsed.
    const document = (await call(openapi.show, {}, signal)) as unknown as ApiDocument;
    const operations = operationsOf(document);
    return { document, operations, index: indexOf(document, operations) };
  },
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});
