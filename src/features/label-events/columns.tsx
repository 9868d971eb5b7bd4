import type { GroupLabelEvent } from '#contract/label-events.ts';
import { TextLink } from '../../lib/links.tsx';
import { EventLabel } from '../../planning/label-timeline.tsx';
import { columnsOf } from '../../table/columns.ts';
import { TitleCell } from '../../table/title-cell.tsx';
import { Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { labelEventWords } from '../../words/label-events.ts';

const helper = columnsOf<GroupLabelEvent>();
const { columns: words } = labelEventWords.group;

const signs = { Issue: '#', MergeRequest: '!', Epic: '&' } as const;

/** `group/project#7` and the like. */
export const referenceOf = ({ resource_type: type, resource }: GroupLabelEvent): string =>
  `${resource.place}${signs[type]}${resource.iid}`;

function ResourceLink({ event }: { event: GroupLabelEvent }) {
  const { place, title } = event.resource;
  const iid = String(event.resource.iid);
  switch (event.resource_type) {
    case 'Issue':
      return (
        <TextLink to="/projects/$project/issues/$iid" params={{ project: place, iid }}>
          {title}
        </TextLink>
      );
    case 'MergeRequest':
      return (
        <TextLink
          to="/projects/$project/merge-requests/$iid/history"
          params={{ project: place, iid }}
        >
          {title}
        </TextLink>
      );
    case 'Epic':
      return (
        <TextLink to="/groups/$group/epics/$iid" params={{ group: place, iid }}>
          {title}
        </TextLink>
      );
  }
}

/** Columns of a group's label events. */
export const labelEventColumns = (self: number) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <TitleCell number={referenceOf(original)}>
          <ResourceLink event={original} />
        </TitleCell>
      ),
    }),
    helper.display({
      id: 'action',
      header: words.action,
      meta: { width: 's', quiet: true, phone: 'line' },
      cell: ({ row: { original } }) => labelEventWords[original.action],
    }),
    helper.display({
      id: 'label',
      header: words.label,
      meta: { width: 'l', phone: 'line' },
      cell: ({ row: { original } }) => <EventLabel label={original.label} />,
    }),
    helper.display({
      id: 'user',
      header: words.user,
      meta: { width: 'l', quiet: true, phone: 'fill' },
      cell: ({ row: { original } }) => (
        <Person
          name={original.user?.name ?? labelEventWords.somebody}
          isSelf={original.user?.id === self}
        />
      ),
    }),
    helper.display({
      id: 'created_at',
      header: words.when,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'created_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
  ]);
