import { useSuspenseQuery } from '@tanstack/react-query';
import { every } from '../../api/polling.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { Content, Facts, Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { systemWords } from '../../words/system.ts';
import { jobStates, systemShown } from './queries.ts';
import { SystemTabs } from './tabs.tsx';

const { facts } = systemWords;

/** What runs here, and how much it holds. */
export function SystemPage() {
  const { data } = useSuspenseQuery({ ...systemShown(), refetchInterval: () => every(15_000) });
  const { disk, database, counts } = data;
  return (
    <Page title={systemWords.title} tabs={<SystemTabs />}>
      <Content>
        <Section title={systemWords.runs}>
          <Facts
            rows={[
              [facts.version, data.version],
              [facts.node, data.node],
              [facts.git, data.git],
              [facts.database, `${database.kind} ${database.version}`],
              [facts.url, data.public_url],
              [facts.started, <RelativeTime key="started" at={data.started_at} />],
              [facts.mail, facts.mailKinds[data.mail]],
              [facts.ssh, data.ssh ? facts.on : facts.off],
            ]}
          />
        </Section>
        <Section title={systemWords.holds}>
          <Facts
            rows={[
              [facts.users, formatNumber(counts.users)],
              [facts.groups, formatNumber(counts.groups)],
              [facts.projects, formatNumber(counts.projects)],
              [facts.memory, formatBytes(data.memory_bytes)],
              [
                facts.disk,
                facts.diskFree(formatBytes(disk.free_bytes), formatBytes(disk.total_bytes)),
              ],
            ]}
          />
        </Section>
        <Section title={systemWords.background}>
          <Facts
            rows={jobStates.map((state) => [
              systemWords.jobStates[state],
              <TextLink key={state} to="/admin/system/jobs" search={{ state }}>
                {formatNumber(data.jobs[state])}
              </TextLink>,
            ])}
          />
        </Section>
      </Content>
    </Page>
  );
}
