import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconBaselineDensityMedium from '@tabler/icons-react/icons/IconBaselineDensityMedium';
import IconBaselineDensitySmall from '@tabler/icons-react/icons/IconBaselineDensitySmall';
import IconColumns3 from '@tabler/icons-react/icons/IconColumns3';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import { type ReactNode, useRef, useState } from 'react';
import { curlOf } from '../api/curl.ts';
import { asApiError } from '../api/error.ts';
import { toast, toastError } from '../api/toast.ts';
import { tableWords } from '../words/table.ts';
import { type FileKind, fileOfRows, saveFile } from './download.ts';
import type { ListQuery } from './list-query.ts';
import type { Density } from './remembered.ts';
import classes from './table.module.css';

/** Rows compact or comfortable. */
export function DensityTool(props: { density: Density; onChange: (density: Density) => void }) {
  const other = props.density === 'compact' ? 'comfortable' : 'compact';
  const Icon = other === 'compact' ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Tool label={tableWords.density[other]} onClick={() => props.onChange(other)}>
      <Icon aria-hidden size={16} />
    </Tool>
  );
}

/** Which columns are shown. */
export function ColumnsTool(props: {
  columns: readonly { readonly id: string; readonly label: string }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}) {
  const { columns, hidden, onChange } = props;
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tool label={tableWords.columns}>
          <IconColumns3 aria-hidden size={16} />
        </Tool>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, label }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            onChange={(isShown) =>
              onChange(isShown ? hidden.filter((name) => name !== id) : [...hidden, id])
            }
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** All rows of the current filter as a file, and the call that lists them. */
export function DownloadTool<Row extends { id: number | string }>(props: {
  list: string;
  query: ListQuery<Row>;
  total: number | undefined;
}) {
  const { list, query, total } = props;
  const [count, setCount] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const clipboard = useClipboard();
  const download = async (kind: FileKind) => {
    const control = new AbortController();
    stop.current = control;
    setCount(0);
    try {
      const file = await fileOfRows(query, kind, { signal: control.signal, tell: setCount });
      saveFile(file, `${list}.${kind}`);
      toast(tableWords.downloaded(`${list}.${kind}`));
    } catch (error) {
      if (!control.signal.aborted) toastError(asApiError(error));
    } finally {
      setCount(undefined);
    }
  };
  if (count !== undefined) {
    return (
      <span className={classes.progress} role="status">
        {tableWords.downloading(count, total)}
        <button type="button" className={classes.clear} onClick={() => stop.current?.abort()}>
          {tableWords.stop}
        </button>
      </span>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tool label={tableWords.download}>
          <IconDownload aria-hidden size={16} />
        </Tool>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download('csv')}>{tableWords.csv}</Menu.Item>
        <Menu.Item onClick={() => void download('json')}>{tableWords.json}</Menu.Item>
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            clipboard.copy(curlOf(query.endpoint, query.input, window.location.origin));
            toast(tableWords.curlCopied);
          }}
        >
          {tableWords.curl}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Tool(props: { label: string; onClick?: () => void; children: ReactNode }) {
  const { label, ...rest } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
