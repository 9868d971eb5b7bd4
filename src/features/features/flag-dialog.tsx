import { features } from '#contract/features.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { featureWords } from '../../words/features.ts';
import classes from './features.module.css';
import { AddActors, FlagActors } from './flag-actors.tsx';
import { type Flag, isOnForEveryone, type ShareKey, shareKeys, shareOf } from './flags.ts';

const words = featureWords.edit;

const shareHelp = { percentage_of_actors: words.actorsHelp, percentage_of_time: words.timeHelp };

/** For whom a flag is on: a share of all, and those who are named. */
export function FlagDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const note = isOnForEveryone(flag)
    ? flag.set === undefined
      ? words.fromDefault
      : words.everyone
    : undefined;
  return (
    <Dialog testId="feature-flag" title={words.label(flag.id)} onClose={onClose} size="lg">
      <div className={classes.dialog}>
        {note !== undefined && <p className={classes.note}>{note}</p>}
        <Section title={words.named}>
          <FlagActors flag={flag} />
          <AddActors flag={flag} />
        </Section>
        <Section title={words.shares}>
          {shareKeys.map((key) => (
            <Share key={`${key} ${shareOf(flag, key)}`} flag={flag} share={key} />
          ))}
        </Section>
      </div>
    </Dialog>
  );
}

const shareBody = features.set.body.pick({ value: true });

function Share({ flag, share }: { flag: Flag; share: ShareKey }) {
  const set = useCommand(features.set, {
    invalidates: [features.list],
    done: ({ name, state }) => featureWords.done(name, featureWords.states[state]),
  });
  const form = useContractForm(shareBody, { value: shareOf(flag, share) });
  const input = (value: number | boolean) => ({ name: flag.id, key: share, value });
  return (
    <Form
      form={form}
      plain
      request={({ value }) => ({ endpoint: features.set, input: input(value) })}
      onSubmit={({ value }) => set.mutateAsync(input(value))}
      bar={<SubmitBar form={form} label={words.save} needsChange isSecondary />}
    >
      <NumberField
        control={form.control}
        name="value"
        label={words[share]}
        help={shareHelp[share]}
        min={0}
        max={100}
        unit="%"
      />
    </Form>
  );
}
