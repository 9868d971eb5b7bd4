import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Label } from '#contract/labels.ts';
import { call } from '../../api/client.ts';
import { type Place, useMay, usePlace } from '../../api/places.ts';
import { formatNumber } from '../../lib/format.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import type { ListSearch } from '../../table/url-state.ts';
import { useListState } from '../../table/use-list-state.ts';
import { LabelChip } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { labelWords } from '../../words/labels.ts';
import { LabelDialog } from './label-form.tsx';
import { labelList, labelsOf } from './queries.ts';

const helper = columnsOf<Label>();
const words = labelWords.columns;

/** A place changes its own labels; those of the groups above are changed there. */
const isOwn = (place: Place, label: Label) => label.is_project_label === (place.kind === 'project');

const columnsFor = (edit: (label: Label) => void, mayEdit: (label: Label) => boolean) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.name,
      meta: { width: 'l', phone: 'title' },
      cell: ({ row: { original } }) => <LabelChip name={original.name} color={original.color} />,
    }),
    helper.display({
      id: 'description',
      header: words.description,
      meta: { quiet: true, phone: 'fill' },
      cell: ({ row: { original } }) => original.description ?? '',
    }),
    helper.display({
      id: 'from',
      header: words.from,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.is_project_label ? labelWords.from.project : labelWords.from.group,
    }),
    helper.display({
      id: 'priority',
      header: words.priority,
      meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.priority === null ? common.time.none : formatNumber(original.priority),
    }),
    helper.display({
      id: 'issues',
      header: words.issues,
      meta: { width: 's', numeric: true, phone: 'hidden' },
      cell: ({ row: { original } }) => formatNumber(original.open_issues_count ?? 0),
    }),
    helper.display({
      id: 'merge_requests',
      header: words.mergeRequests,
      meta: { width: 'm', numeric: true, phone: 'hidden' },
      cell: ({ row: { original } }) => formatNumber(original.open_merge_requests_count ?? 0),
    }),
    helper.display({
      id: 'actions',
      header: words.actions,
      meta: { width: 's', numeric: true, phone: 'end' },
      cell: ({ row: { original } }) =>
        mayEdit(original) && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={labelWords.editLabel(original.name)}
            onClick={() => edit(original)}
          >
            {common.actions.edit}
          </Button>
        ),
    }),
  ]);

const actionsFor = (place: Place): readonly BulkAction<Label>[] => {
  const { list, remove } = labelsOf[place.kind];
  return [
    {
      name: 'remove',
      label: labelWords.remove,
      icon: <IconTrash aria-hidden size={14} />,
      fits: (label) => isOwn(place, label),
      confirm: (rows) => ({
        title: labelWords.bulk.title(rows.length),
        help: labelWords.bulk.help,
      }),
      run: (label) => call<typeof remove>(remove, { id: place.id, label_id: String(label.id) }),
      done: labelWords.bulk.removed,
      invalidates: [list],
    },
  ];
};

/** Labels of a project or group. */
export function LabelsPage() {
  const place = usePlace();
  const search: ListSearch = useSearch({ strict: false });
  const mayAdmin = useMay(place, 'admin_label');
  const [edited, setEdited] = useState<Label | 'new'>();
  const { kind, id } = place;
  const columns = useMemo(
    () => columnsFor(setEdited, (label) => mayAdmin && isOwn({ kind, id }, label)),
    [kind, id, mayAdmin],
  );
  const create = (variant: 'filled' | 'default') =>
    mayAdmin && (
      <Button
        variant={variant}
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setEdited('new')}
      >
        {labelWords.create}
      </Button>
    );
  return (
    <Page title={labelWords.title} about={labelWords.about[kind]} actions={create('filled')}>
      <DataList
        list={`${kind}-labels`}
        label={labelWords.title}
        query={labelList(place, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={labelWords.searchPlaceholder}
        nameOf={({ name }) => name}
        actions={mayAdmin ? actionsFor(place) : []}
        empty={{
          icon: <IconTag aria-hidden size={20} />,
          ...labelWords.empty,
          action: create('default'),
        }}
      />
      {edited !== undefined && (
        <LabelDialog
          place={place}
          label={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
