import { Button } from '@mantine/core';
import type { Suggestion } from '#contract/notes.ts';
import { suggestions } from '#contract/suggestions.ts';
import { useCommand } from '../../api/client.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { reviewWords } from '../../words/reviews.ts';
import classes from './merge-requests.module.css';
import { touched } from './queries.ts';
import { useSuggestionBatch } from './suggestion-batch.tsx';

const words = reviewWords.suggestions;

/** What a comment would have instead of the lines, and the button that commits it. */
export function SuggestionBox(props: { suggestion: Suggestion; mayApply: boolean }) {
  const { suggestion, mayApply } = props;
  const apply = useCommand(suggestions.apply, {
    invalidates: touched,
    done: words.applied,
    showsError: true,
  });
  const { id, from_line: from, to_line: to, applied, appliable } = suggestion;
  const batch = useSuggestionBatch();
  const isChosen = batch.ids.has(id);
  return (
    <section className={classes.suggestion} aria-label={words.label(from, to)}>
      <Lines kind="removed" text={suggestion.from_content} />
      <Lines kind="added" text={suggestion.to_content} />
      {apply.error && <AlertBox error={apply.error} />}
      <div className={classes.suggestionEnd}>
        {applied && <span>{words.isApplied}</span>}
        {!applied && !appliable && <span>{words.outdated}</span>}
        {mayApply && isChosen && (
          <>
            <Button variant="subtle" size="xs" color="gray" onClick={() => batch.toggle(id)}>
              {words.leaveOut}
            </Button>
            <Button variant="default" size="xs" onClick={batch.apply}>
              {words.applyAll(batch.ids.size)}
            </Button>
          </>
        )}
        {appliable && mayApply && !isChosen && (
          <>
            <Button variant="subtle" size="xs" onClick={() => batch.toggle(id)}>
              {words.takeAlong}
            </Button>
            <Button
              variant="default"
              size="xs"
              loading={apply.isPending}
              onClick={() => apply.mutate({ suggestion_id: id })}
            >
              {words.apply}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const signs = { removed: '−', added: '+' };

function Lines({ kind, text }: { kind: keyof typeof signs; text: string }) {
  if (text === '') return null;
  const lines = text.replace(/\r?\n$/, '').split('\n');
  return (
    <pre data-kind={kind} aria-label={words[kind]}>
      {lines.map((line) => `${signs[kind]} ${line}\n`).join('')}
    </pre>
  );
}
