import { Button } from '@mantine/core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { suggestions } from '#contract/suggestions.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { TextareaField } from '../../form/textarea-field.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { reviewWords } from '../../words/reviews.ts';
import { touched } from './queries.ts';

const words = reviewWords.suggestions;

interface Batch {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Asks for the message, then commits all of them. */
  readonly apply: () => void;
}

const Context = createContext<Batch>({
  ids: new Set(),
  toggle: () => undefined,
  apply: () => undefined,
});

/** The suggestions that somebody has chosen to become one commit. */
export const useSuggestionBatch = (): Batch => useContext(Context);

/** Gathers suggestions while the parts of a merge request are gone through. */
export function SuggestionBatch({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const batch = useMemo<Batch>(
    () => ({
      ids,
      toggle: (id) =>
        setIds((before) => {
          const after = new Set(before);
          if (!after.delete(id)) after.add(id);
          return after;
        }),
      apply: () => setIsAsking(true),
    }),
    [ids],
  );
  useScreenActions(
    ids.size === 0
      ? []
      : [{ id: 'apply suggestions', label: words.applyAll(ids.size), run: batch.apply }],
  );
  return (
    <Context.Provider value={batch}>
      {children}
      {isAsking && ids.size > 0 && (
        <Dialog
          testId="apply-suggestions"
          title={words.applyAll(ids.size)}
          onClose={() => setIsAsking(false)}
        >
          <Applying
            ids={ids}
            onClose={() => setIsAsking(false)}
            onApplied={() => {
              setIsAsking(false);
              setIds(new Set());
            }}
          />
        </Dialog>
      )}
    </Context.Provider>
  );
}

const messageBody = suggestions.applyBatch.body.pick({ commit_message: true });

function Applying(props: { ids: ReadonlySet<number>; onClose: () => void; onApplied: () => void }) {
  const { ids, onClose, onApplied } = props;
  const form = useContractForm(messageBody, { commit_message: '' });
  const apply = useCommand(suggestions.applyBatch, {
    invalidates: touched,
    done: words.appliedAll(ids.size),
  });
  return (
    <Form
      form={form}
      plain
      onSubmit={async ({ commit_message }) => {
        await apply.mutateAsync({ ids: [...ids], ...(commit_message && { commit_message }) });
        onApplied();
      }}
      bar={
        <SubmitBar
          form={form}
          label={words.applyAll(ids.size)}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <TextareaField
        control={form.control}
        name="commit_message"
        label={words.message}
        help={words.messageHelp}
        rows={3}
      />
    </Form>
  );
}
