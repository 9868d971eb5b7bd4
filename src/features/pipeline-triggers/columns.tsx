import type { PipelineTrigger } from '#contract/pipeline-triggers.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Mono, Person } from '../../ui/marks.tsx';
import { Expiry } from '../../ui/expiry.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { isWhole, nameOf } from './queries.ts';

const helper = columnsOf<PipelineTrigger>();
const words = triggerWords.columns;

/** Columns of a project's trigger tokens. */
export const triggerColumns = (self: number) =>
  helper.columns([
    helper.display({
      id: 'description',
      header: words.description,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
          {nameOf(original)}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'token',
      header: words.token,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => (
        <Mono>{isWhole(original) ? triggerWords.hidden : triggerWords.begins(original.token)}</Mono>
      ),
    }),
    helper.display({
      id: 'owner',
      header: words.owner,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) =>
        original.owner === null ? (
          triggerWords.noOwner
        ) : (
          <Person name={original.owner.name} isSelf={original.owner.id === self} />
        ),
    }),
    helper.display({
      id: 'last_used',
      header: words.used,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.last_used === null ? common.time.never : <RelativeTime at={original.last_used} />,
    }),
    helper.display({
      id: 'expires_at',
      header: words.expires,
      meta: { width: 's', quiet: true },
      cell: ({ row: { original } }) => <Expiry at={original.expires_at} />,
    }),
  ]);
