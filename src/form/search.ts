import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';

/**
 * What the server finds for a text as one types it, 200 ms after the last key. What was found before
 * stays until then, so that a choice does not vanish under the pointer.
 */
export function useSearch<Data, Key extends readonly unknown[]>(
  search: string,
  queryFor: (search: string) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const [asked] = useDebouncedValue(search, 200);
  return useQuery({ ...queryFor(asked), placeholderData: keepPreviousData });
}
