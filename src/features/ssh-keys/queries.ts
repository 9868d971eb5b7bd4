import { sshKeys } from '#contract/ssh-keys.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';

/** One's own SSH keys. */
export const sshKeyList = (search: ListSearch) => listQuery(sshKeys.list, pageInput(search));
