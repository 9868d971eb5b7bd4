import IconEyeOff from '@tabler/icons-react/icons/IconEyeOff';
import type { Place } from '../api/places.ts';
import { IssueIcon } from '../ui/issue-state.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Card, Section } from '../ui/page.tsx';
import { Badge } from '../ui/state-badge.tsx';
import { planningWords as words } from '../words/planning.ts';
import { PlacedLabels } from './placed-labels.tsx';
import classes from './record-parts.module.css';

// What the pages and lists of issues and epics show alike.

/** What nobody has said yet is said to be so. */
export function Quiet({ children }: { children: string }) {
  return <p className={classes.quiet}>{children}</p>;
}

/** What somebody wrote about it. */
export function Description({ text }: { text: string | null }) {
  return (
    <Section title={words.description}>
      <Card>
        <div className={classes.prose}>
          {text ? <Markdown text={text} /> : <Quiet>{words.noDescription}</Quiet>}
        </div>
      </Card>
    </Section>
  );
}

/** Its labels, with the colours of its place. */
export function LabelsPart(props: {
  place: Place;
  labels: readonly (string | { readonly name: string })[];
}) {
  return (
    <Section title={words.labels}>
      {props.labels.length === 0 ? (
        <Quiet>{words.noLabels}</Quiet>
      ) : (
        <div className={classes.chips}>
          <PlacedLabels {...props} />
        </div>
      )}
    </Section>
  );
}

/** Not everybody who reads the rest reads this. */
export function ConfidentialBadge() {
  return (
    <Badge tone="warning" icon={<IconEyeOff aria-hidden size={14} />}>
      {words.confidential}
    </Badge>
  );
}

/** State and confidentiality as signs before a title. */
export function RecordSigns(props: { state: 'opened' | 'closed'; confidential: boolean }) {
  return (
    <span className={classes.signs}>
      <IssueIcon state={props.state} />
      {props.confidential && <IconEyeOff role="img" aria-label={words.confidential} size={16} />}
    </span>
  );
}
