import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconMapSearch from '@tabler/icons-react/icons/IconMapSearch';
import type { ReactNode } from 'react';
import { type ApiError, asApiError } from '../api/error.ts';
import { common } from '../words/common.ts';
import classes from './states.module.css';

const { states, actions } = common;

/** An icon, what is the case, what helps, and the first thing to do. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It is all that the screen shows. */
  isScreen?: boolean;
}) {
  const Heading = props.isScreen ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      {props.icon !== undefined && <span className={classes.icon}>{props.icon}</span>}
      <Heading>{props.title}</Heading>
      {props.children !== undefined && <p>{props.children}</p>}
      {props.action !== undefined && <div className={classes.actions}>{props.action}</div>}
    </div>
  );
}

/** What failed: forbidden, not there, or an error with its request id and another try. */
export function ErrorState(props: {
  error: unknown;
  retry?: () => void;
  home?: ReactNode;
  isScreen?: boolean;
}) {
  const { isScreen = false } = props;
  const error = asApiError(props.error);
  if (error.status === 403 || error.status === 401) {
    return (
      <EmptyState
        icon={<IconLock aria-hidden size={20} />}
        title={states.forbiddenTitle}
        action={props.home}
        isScreen={isScreen}
      >
        {states.forbiddenHelp} <RequestId error={error} />
      </EmptyState>
    );
  }
  if (error.status === 404) return <NotFoundState home={props.home} isScreen={isScreen} />;
  return (
    <EmptyState
      icon={<IconAlertTriangle aria-hidden size={20} />}
      isScreen={isScreen}
      title={error.status === 0 ? states.unreachableTitle : states.failedTitle}
      action={
        props.retry !== undefined && (
          <Button variant="default" onClick={props.retry}>
            {actions.retry}
          </Button>
        )
      }
    >
      {error.status === 0 ? states.unreachableHelp : error.message} <RequestId error={error} />
    </EmptyState>
  );
}

/** A path that leads nowhere, or to what may not be seen. */
export function NotFoundState(props: { home?: ReactNode; isScreen?: boolean }) {
  return (
    <EmptyState
      icon={<IconMapSearch aria-hidden size={20} />}
      title={states.notFoundTitle}
      action={props.home}
      isScreen={props.isScreen ?? false}
    >
      {states.notFoundHelp}
    </EmptyState>
  );
}

/** What failed, where there is room for a line only. */
export function ErrorLine(props: { error: unknown }) {
  const error = asApiError(props.error);
  const isForbidden = error.status === 403 || error.status === 401;
  const isUnreachable = error.status === 0;
  return (
    <>
      {isForbidden
        ? states.forbiddenTitle
        : isUnreachable
          ? states.unreachableTitle
          : states.failedTitle}
      . <RequestId error={error} />
    </>
  );
}

/** The id that the server's log knows a request by. */
export function RequestId({ error }: { error: ApiError }) {
  if (error.requestId === undefined) return null;
  return <span className={classes.id}>{states.requestId(error.requestId)}</span>;
}

/** Rows that are on their way, as high as those that come. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={states.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.bar} />
      ))}
    </div>
  );
}
