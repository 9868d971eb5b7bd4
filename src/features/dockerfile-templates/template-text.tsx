import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CodeText } from '../../diff/code-text.tsx';
import { useOfferedControls } from '../../lib/screen-actions.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { templateWords as words } from '../../words/dockerfile-templates.ts';
import { type Template, templateShown } from './queries.ts';
import classes from './templates.module.css';

/** What is to be done with a template. */
export interface Wanted {
  readonly kind: 'replace' | 'edit' | 'remove';
  readonly template: Template;
}

/** The chosen template as code. */
export function TemplateText(props: { name: string; onWant: (wanted: Wanted) => void }) {
  const { data, error, refetch } = useQuery(templateShown(props.name));
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <RowsSkeleton rows={12} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <Head template={data} onWant={props.onWant} />
      <CodeText path="Dockerfile" text={data.content} label={words.text(data.key)} />
    </Card>
  );
}

const choices = {
  instance: [
    ['edit', words.edit],
    ['remove', words.remove],
  ],
  project: [['replace', words.replace]],
  built_in: [['replace', words.replace]],
} as const;

function Head({ template, onWant }: { template: Template; onWant: (wanted: Wanted) => void }) {
  const { key, source, updated_at: at } = template;
  const head = useRef<HTMLElement>(null);
  useOfferedControls(head);
  return (
    <header ref={head} className={classes.head}>
      <h2>{key}</h2>
      {at !== null && (
        <span className={classes.quiet}>
          {words.changed} <RelativeTime at={at} />
        </span>
      )}
      <span className={classes.buttons}>
        {choices[source].map(([kind, label]) => (
          <Button
            key={kind}
            size="xs"
            variant="default"
            aria-label={`${label} ${key}`}
            onClick={() => onWant({ kind, template })}
          >
            {label}
          </Button>
        ))}
        <CopyButton value={template.content} label={words.copy(key)} />
      </span>
    </header>
  );
}
