import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { IntegrationDeliveryDetails } from '#contract/integration-deliveries.ts';
import { queryOf, useCommand } from '../../api/client.ts';
import { formatMoment } from '../../lib/format.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { asApiError } from '../../api/error.ts';
import { Facts } from '../../ui/page.tsx';
import { common } from '../../words/common.ts';
import { integrationWords } from '../../words/integrations.ts';
import classes from './integrations.module.css';
import { deliveryCallsOf, type IntegrationPlace, inputOf, touched } from './place.ts';

const words = integrationWords.deliveries;

/** One delivery: what was sent, what came back, and the way to send it again. */
export function DeliveryPanel(props: { place: IntegrationPlace; slug: string; id: number }) {
  const { place, slug, id } = props;
  const calls = deliveryCallsOf(place);
  const input = { ...inputOf(place), slug, delivery_id: id };
  const { data: delivery, error } = useQuery(queryOf(calls.show, input));
  const redeliver = useCommand(calls.redeliver, {
    invalidates: [...touched, calls.show],
    done: words.redelivered,
  });
  const again = () => redeliver.mutate(input);
  useScreenActions([{ id: 'redeliver', label: words.redeliver, run: again }]);
  if (error) return <AlertBox error={asApiError(error)} />;
  if (delivery === undefined) return <p role="status">{common.states.loading}</p>;
  return (
    <div className={classes.panel}>
      <DeliveryFacts delivery={delivery} />
      <div>
        <Button variant="default" loading={redeliver.isPending} onClick={again}>
          {words.redeliver}
        </Button>
      </div>
      <Exchange title={words.request} none={words.nothing} part={requestOf(delivery)} />
      <Exchange title={words.response} none={words.noAnswer} part={responseOf(delivery)} />
    </div>
  );
}

function DeliveryFacts({ delivery }: { delivery: IntegrationDeliveryDetails }) {
  const { reason, next_attempt_at: next, project, duration_ms: duration } = delivery;
  const { columns } = words;
  return (
    <Facts
      rows={[
        [columns.state, words.states[delivery.state]],
        ...(reason === null ? [] : [[words.reason, reason] as const]),
        ...(project === null ? [] : [[columns.project, project.path_with_namespace] as const]),
        [columns.attempts, delivery.attempts],
        ...(next === null ? [] : [[words.next, formatMoment(next)] as const]),
        ...(duration === null ? [] : [[columns.duration, words.milliseconds(duration)] as const]),
        [columns.created, formatMoment(delivery.created_at)],
        [words.message, delivery.message_id],
      ]}
    />
  );
}

interface Part {
  first: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const requestOf = ({ request }: IntegrationDeliveryDetails): Part | undefined =>
  request === null ? undefined : { ...request, first: `${request.method} ${request.url}` };

const responseOf = ({ response }: IntegrationDeliveryDetails): Part | undefined =>
  response === null ? undefined : { ...response, first: String(response.status) };

function Exchange(props: { title: string; none: string; part: Part | undefined }) {
  const { title, none, part } = props;
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {part === undefined ? (
        <p>{none}</p>
      ) : (
        // A long message is scrolled by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes.message} tabIndex={0} aria-label={title}>
          {textOf(part)}
        </pre>
      )}
    </section>
  );
}

const textOf = ({ first, headers, body }: Part): string =>
  [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\n',
  );
