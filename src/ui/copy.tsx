import { ActionIcon, CopyButton as Copier } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconCopy from '@tabler/icons-react/icons/IconCopy';
import { common } from '../words/common.ts';
import classes from './marks.module.css';

/** Copies a text; says so for a moment. */
export function CopyButton(props: { value: string; label?: string }) {
  const { value, label = common.actions.copy } = props;
  return (
    <Copier value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          onClick={copy}
          aria-label={copied ? common.actions.copied : label}
          title={copied ? common.actions.copied : label}
        >
          {copied ? <IconCheck aria-hidden size={16} /> : <IconCopy aria-hidden size={16} />}
        </ActionIcon>
      )}
    </Copier>
  );
}

/** Code in a frame with its copy button; several lines where it has them. */
export function CopyLine(props: { value: string; label?: string }) {
  return (
    <div className={classes.copyLine} data-block={props.value.includes('\n') || undefined}>
      {/* The keyboard scrolls what does not fit. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <code tabIndex={0}>{props.value}</code>
      <CopyButton {...props} />
    </div>
  );
}
