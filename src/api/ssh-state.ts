import { useSuspenseQuery } from '@tanstack/react-query';
import type { bootstrap } from '#contract/bootstrap.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { openingQuery } from './client.ts';

type SshState = ResponseOf<typeof bootstrap.show>['ssh'];

/** Whether git is served over SSH, how long a key may live, and whether FIPS says what it is. */
export const useSshState = (): SshState => useSuspenseQuery(openingQuery).data.ssh;
