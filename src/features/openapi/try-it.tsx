import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconSend from '@tabler/icons-react/icons/IconSend';
import IconTerminal2 from '@tabler/icons-react/icons/IconTerminal2';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type RawCall, rawCall } from '../../api/client.ts';
import { curlLine } from '../../api/curl.ts';
import { asApiError } from '../../api/error.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { openapiWords as words } from '../../words/openapi.ts';
import { AnswerView, readAnswer } from './answer-view.tsx';
import type { Operation } from './document.ts';
import { openapi } from '#contract/openapi.ts';
import classes from './openapi.module.css';
import { fieldsOf, prepare, type Typed } from './request.ts';
import { TryFields } from './try-fields.tsx';

/** The operation as a form that sends it; what might change something asks first. */
export function TryIt({ operation }: { operation: Operation }) {
  const fields = useMemo(() => fieldsOf(operation), [operation]);
  const [typed, setTyped] = useState<Typed>({});
  const [areProblemsShown, setProblemsShown] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const clipboard = useClipboard();
  const client = useQueryClient();
  const prepared = prepare(operation, fields, typed);
  const send = useMutation({
    mutationFn: async (call: RawCall) => {
      const begun = performance.now();
      const response = await rawCall(call);
      return readAnswer(call, response, begun);
    },
    onSuccess: ({ call }) => {
      if (call.method === 'GET') return;
      // Whatever other screens have read may be different now; the document is not.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== openapi.show.id,
      });
    },
  });

  const writes = operation.method !== 'GET';
  const submit = () => {
    const isReady = Object.keys(prepared.problems).length === 0;
    setProblemsShown(!isReady);
    if (!isReady) return;
    if (writes) setIsAsking(true);
    else send.mutate(prepared.call);
  };
  const button = useRef<HTMLButtonElement>(null);
  useScreenActions([{ id: 'send', label: words.send, run: () => button.current?.click() }]);
  const line = `${operation.method} ${prepared.call.url}`;
  return (
    <Section title={words.try} about={words.tryHelp}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TryFields
          fields={fields}
          typed={typed}
          problems={areProblemsShown ? prepared.problems : {}}
          onType={(key, value) => setTyped((before) => ({ ...before, [key]: value }))}
        />
        <div className={classes.sendBar}>
          <code className={classes.line} title={line}>
            {line}
          </code>
          <Button
            variant="default"
            leftSection={<IconTerminal2 aria-hidden size={16} />}
            onClick={() => clipboard.copy(curlLine(prepared.call, window.location.origin))}
          >
            {clipboard.copied ? common.actions.copied : words.curl}
          </Button>
          <Button
            ref={button}
            type="submit"
            loading={send.isPending}
            leftSection={<IconSend aria-hidden size={16} />}
          >
            {words.send}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {send.isError && <AlertBox error={asApiError(send.error)} />}
        {send.data !== undefined && <AnswerView answer={send.data} />}
      </div>
      <ConfirmDialog
        testId="send-request"
        isOpen={isAsking}
        title={words.ask(operation.method)}
        confirm={words.send}
        isDangerous={operation.method === 'DELETE'}
        onConfirm={() => {
          setIsAsking(false);
          send.mutate(prepared.call);
        }}
        onCancel={() => setIsAsking(false)}
      >
        <p className={classes.asked}>
          <code>{line}</code>
        </p>
        <p>{words.askHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}
