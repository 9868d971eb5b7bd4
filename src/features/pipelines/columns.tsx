import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Mono, Ref } from '../../ui/marks.tsx';
import { PipelineState } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { pipelineWords } from '../../words/pipelines.ts';
import type { ListedPipeline } from './queries.ts';

const helper = columnsOf<ListedPipeline>();
const words = pipelineWords.columns;

/** Columns of a project's pipelines. */
export const pipelineColumns = (project: string) =>
  helper.columns([
    helper.display({
      id: 'pipeline',
      header: words.pipeline,
      meta: { link: true, phone: 'title', sort: 'id' },
      cell: ({ row: { original } }) => (
        <TextLink
          to="/projects/$project/pipelines/$pipeline"
          params={{ project, pipeline: String(original.id) }}
        >
          {pipelineWords.number(original.id)}
          {original.name !== null && ` ${original.name}`}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'status',
      header: words.status,
      meta: { width: 'l', sort: 'status' },
      cell: ({ row: { original } }) => <PipelineState status={original.status} />,
    }),
    helper.display({
      id: 'ref',
      header: words.ref,
      meta: { width: 'l', sort: 'ref' },
      cell: ({ row: { original } }) => <Ref name={original.ref} />,
    }),
    helper.display({
      id: 'sha',
      header: words.commit,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => <Mono>{original.sha.slice(0, 8)}</Mono>,
    }),
    helper.display({
      id: 'source',
      header: words.source,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => pipelineWords.sources[original.source],
    }),
    helper.display({
      id: 'created_at',
      header: words.created,
      meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
    helper.display({
      id: 'updated_at',
      header: words.updated,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'updated_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.updated_at} />,
    }),
  ]);
