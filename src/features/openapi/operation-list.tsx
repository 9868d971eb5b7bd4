import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { openapiWords as words } from '../../words/openapi.ts';
import { headingOf } from './document.ts';
import type { Hit } from './find.ts';
import { MethodMark } from './method-mark.tsx';
import classes from './openapi.module.css';

const base = '/api/v4';

/** The operations that were found; under headings while nothing is searched. */
export const OperationList = memo(function OperationList(props: {
  hits: readonly Hit[];
  chosen: string | undefined;
  q: string;
}) {
  const { hits, chosen, q } = props;
  const list = useRef<HTMLElement>(null);
  // A copied URL shows where its operation stands; a press in the list moves nothing.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const { tag } = hit.operation;
    groups.set(tag, [...(groups.get(tag) ?? []), hit]);
  }
  return (
    <nav ref={list} aria-label={words.list} className={classes.list}>
      {[...groups].map(([tag, rows]) => (
        <section key={tag}>
          <h2>{headingOf(tag)}</h2>
          <ul>
            {rows.map(({ operation, why }) => (
              <li key={operation.id}>
                <Link
                  to="/help/api"
                  search={{ ...(q !== '' && { q }), operation: operation.id }}
                  aria-current={operation.id === chosen ? 'page' : undefined}
                  activeProps={{}}
                >
                  <MethodMark method={operation.method} />
                  <span className={classes.path}>{operation.path.slice(base.length)}</span>
                  <span className={classes.summary}>
                    {operation.summary}
                    {why !== undefined && (
                      <span className={classes.why}>
                        {words.matches[why.kind]} <code>{why.name}</code>
                      </span>
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});
