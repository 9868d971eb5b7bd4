import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import { useEffect, useRef } from 'react';
import type { RawCall } from '../../api/client.ts';
import { saveFile } from '../../table/download.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { PlainText } from '../../ui/values.tsx';
import { common } from '../../words/common.ts';
import { openapiWords as words } from '../../words/openapi.ts';
import classes from './openapi.module.css';

/** What came back, with how long it took. */
export interface Answer {
  readonly call: RawCall;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly requestId: string | undefined;
  readonly type: string;
  readonly blob: Blob;
  /** The body where it can be read as text. */
  readonly text: string | undefined;
  readonly milliseconds: number;
}

/** Reads an answer to its end; `begun` is when it was asked for. */
export async function readAnswer(
  call: RawCall,
  response: Response,
  begun: number,
): Promise<Answer> {
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - begun);
  const type = response.headers.get('content-type') ?? '';
  const isText = type === '' || /json|text|xml|javascript/.test(type);
  return {
    call,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    requestId: response.headers.get('x-request-id') ?? undefined,
    type,
    blob,
    text: isText ? pretty(await blob.text()) : undefined,
    milliseconds,
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** As much as the page writes at once. */
const limit = 200_000;

/** Status, time, headers and body of an answer. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { status, statusText, headers, requestId, text = '', blob, milliseconds } = answer;
  const isGood = status < 400;
  const Sign = isGood ? IconCircleCheck : IconCircleX;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), [answer]);
  return (
    <section className={classes.answer} aria-label={words.answer}>
      <h3 ref={head}>
        <StateText tone={isGood ? 'open' : 'closed'} icon={<Sign aria-hidden size={16} />}>
          {status} {statusText}
        </StateText>
        <span className={classes.quiet}>{words.took(milliseconds, blob.size)}</span>
        {requestId !== undefined && (
          <span className={classes.quiet}>{common.states.requestId(requestId)}</span>
        )}
      </h3>
      <details>
        <summary>{words.headers(headers.length)}</summary>
        <PlainText text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </details>
      <Body answer={answer} />
      {text.length > limit && <p className={classes.quiet}>{words.cut(limit)}</p>}
    </section>
  );
}

function Body({ answer: { text, blob, type } }: { answer: Answer }) {
  if (blob.size === 0) return <p className={classes.quiet}>{words.empty}</p>;
  return (
    <>
      <div className={classes.bodyTools}>
        {text === undefined && <span className={classes.quiet}>{words.binary(type)}</span>}
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconDownload aria-hidden size={14} />}
          onClick={() => saveFile(blob, 'answer')}
        >
          {words.save}
        </Button>
        {text !== undefined && <CopyButton value={text} label={words.copyBody} />}
      </div>
      {text !== undefined && (
        // The keyboard scrolls what does not fit.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.body} tabIndex={0} role="region" aria-label={words.body}>
          <PlainText text={text.slice(0, limit)} />
        </div>
      )}
    </>
  );
}
