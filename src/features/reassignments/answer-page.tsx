import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import { ownReassignments } from '#contract/own-reassignments.ts';
import { reassignments } from '#contract/placeholder-users.ts';
import { useCommand } from '../../api/client.ts';
import { ButtonLink } from '../../lib/links.tsx';
import { ActionSection } from '../../ui/action-section.tsx';
import { Content, Narrow, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';
import { waiting } from './own-queries.ts';

const route = getRouteApi('/_auth/reassignments/$token');
const words = reassignmentWords.answer;

type Waiting = ResponseOf<typeof ownReassignments.waiting>[number];

/** What somebody is asked to take over, and the two answers. */
export function AnswerPage() {
  const { token } = route.useParams();
  const { data } = useSuspenseQuery(waiting);
  const asked = data.find((one) => one.token === token);
  return (
    <Page
      title={words.title}
      actions={
        <ButtonLink to="/" variant="default">
          {words.home}
        </ButtonLink>
      }
    >
      <Content>
        {asked === undefined ? (
          <EmptyState title={words.nothing}>{words.nothingHelp}</EmptyState>
        ) : (
          <Answers asked={asked} />
        )}
      </Content>
    </Page>
  );
}

function Answers({ asked }: { asked: Waiting }) {
  const stale = { invalidates: [ownReassignments.waiting], showsError: true };
  const accept = useCommand(reassignments.accept, { ...stale, done: words.accepted });
  const reject = useCommand(reassignments.reject, { ...stale, done: words.rejected });
  const { token, group, source_name, source_username, source_hostname, contributions } = asked;
  const name = source_name || source_username;
  const by = asked.reassigned_by_user;
  const about = words.about(group.full_name, contributions);
  return (
    <Narrow>
      <ActionSection
        testId="accept-reassignment"
        title={words.from(name, source_hostname)}
        help={by === null ? about : `${words.by(by.name)} ${about}`}
        action={words.accept}
        ask={{ title: words.acceptTitle, help: words.acceptHelp }}
        run={() => accept.mutateAsync({ token })}
      />
      <ActionSection
        testId="reject-reassignment"
        title={words.rejectTitle}
        help={words.rejectHelp}
        action={words.reject}
        ask={{ title: words.rejectTitle, help: words.rejectHelp }}
        run={() => reject.mutateAsync({ token })}
      />
    </Narrow>
  );
}
