import type { DeployKeyOnScreen, InventoryDeployKey } from '#contract/deploy-keys.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Expiry } from '../../ui/expiry.tsx';
import { Named, Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { deployKeyWords } from '../../words/deploy-keys.ts';
import { KeyActions, PushSwitch } from './key-actions.tsx';
import { KeyType, Opens } from './key-marks.tsx';

const helper = columnsOf<DeployKeyOnScreen>();
const words = deployKeyWords.columns;

const titled = (key: { title: string; public: boolean; fingerprint_sha256: string }) => (
  <Named
    name={key.public ? `${key.title} (${deployKeyWords.isPublic})` : key.title}
    detail={key.fingerprint_sha256}
  />
);

const usedAt = (at: string | null) => (at === null ? common.time.never : <RelativeTime at={at} />);

/** Columns of a project's deploy keys; who may not change them sees what they are. */
export const projectColumns = (project: string, me: number, mayChange: boolean) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => titled(original),
    }),
    helper.display({
      id: 'opens',
      header: words.opens,
      meta: { width: 'm' },
      cell: ({ row: { original } }) =>
        original.enabled ? <Opens of={original} /> : deployKeyWords.notEnabled,
    }),
    helper.display({
      id: 'key_type',
      header: words.type,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => (
        <KeyType
          type={original.key_type}
          bits={original.bits}
          worksForGit={original.works_for_git}
        />
      ),
    }),
    helper.display({
      id: 'vouched_by',
      header: words.vouches,
      meta: { width: 'm', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.vouched_by === null ? (
          deployKeyWords.nobody
        ) : (
          <Person name={original.vouched_by.name} isSelf={original.vouched_by.id === me} />
        ),
    }),
    helper.display({
      id: 'last_used_at',
      header: words.used,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => usedAt(original.last_used_at),
    }),
    helper.display({
      id: 'expires_at',
      header: words.expires,
      meta: { width: 's', quiet: true },
      cell: ({ row: { original } }) => <Expiry at={original.expires_at} />,
    }),
    ...(mayChange
      ? [
          helper.display({
            id: 'can_push',
            header: words.mayPush,
            meta: { width: 'xs' },
            cell: ({ row: { original } }) =>
              original.enabled ? (
                <PushSwitch project={project} row={original} />
              ) : (
                deployKeyWords.none
              ),
          }),
          helper.display({
            id: 'actions',
            header: words.actions,
            meta: { width: 'm', numeric: true, phone: 'end' },
            cell: ({ row: { original } }) => <KeyActions project={project} row={original} />,
          }),
        ]
      : []),
  ]);

const mostNamed = 3;

function Places({ of }: { of: InventoryDeployKey['projects_with_write_access'] }) {
  if (of.length === 0) return deployKeyWords.admin.none;
  return (
    <span>
      {of.slice(0, mostNamed).map(({ id, path_with_namespace: path }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <TextLink to="/projects/$project/deploy-keys" params={{ project: path }}>
            {path}
          </TextLink>
        </span>
      ))}
      {of.length > mostNamed && ` ${deployKeyWords.admin.more(of.length - mostNamed)}`}
    </span>
  );
}

const inventory = columnsOf<InventoryDeployKey>();

/** Columns of the deploy keys of the instance. */
export const inventoryColumns = inventory.columns([
  inventory.display({
    id: 'title',
    header: words.title,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => titled(original),
  }),
  inventory.display({
    id: 'writes',
    header: words.writes,
    meta: { width: 'l' },
    cell: ({ row: { original } }) => <Places of={original.projects_with_write_access} />,
  }),
  inventory.display({
    id: 'reads',
    header: words.reads,
    meta: { width: 'l' },
    cell: ({ row: { original } }) => <Places of={original.projects_with_readonly_access} />,
  }),
  inventory.display({
    id: 'key_type',
    header: words.type,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => (
      <KeyType type={original.key_type} bits={original.bits} worksForGit={original.works_for_git} />
    ),
  }),
  inventory.display({
    id: 'last_used_at',
    header: words.used,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => usedAt(original.last_used_at),
  }),
  inventory.display({
    id: 'expires_at',
    header: words.expires,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => <Expiry at={original.expires_at} />,
  }),
]);
