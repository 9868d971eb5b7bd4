import { Link } from '@tanstack/react-router';
import { TabBar } from '../../ui/page.tsx';
import { mailSettingsWords } from '../../words/mail-settings.ts';
import { systemWords } from '../../words/system.ts';

const exact = { exact: true, includeSearch: false };
const anySearch = { includeSearch: false };

/** The screens of the system. */
export function SystemTabs() {
  return (
    <TabBar
      label={systemWords.tabs}
      tabs={[
        <Link key="overview" to="/admin/system" activeOptions={exact}>
          {systemWords.overview}
        </Link>,
        <Link key="jobs" to="/admin/system/jobs" activeOptions={anySearch}>
          {systemWords.jobs}
        </Link>,
        <Link key="mails" to="/admin/system/mails" activeOptions={anySearch}>
          {systemWords.mails}
        </Link>,
        <Link key="mail-server" to="/admin/system/mail-server" activeOptions={exact}>
          {mailSettingsWords.title}
        </Link>,
      ]}
    />
  );
}
