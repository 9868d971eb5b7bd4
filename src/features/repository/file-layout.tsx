import IconDownload from '@tabler/icons-react/icons/IconDownload';
import { Button } from '@mantine/core';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { Page, TabBar } from '../../ui/page.tsx';
import { repositoryWords } from '../../words/repository.ts';
import { CodeStates } from './code-states.tsx';
import { PathCrumbs } from './path-crumbs.tsx';
import { rawUrl, refOf } from './queries.ts';
import { RefSelect } from './ref-select.tsx';
import classes from './repository.module.css';

const route = getRouteApi('/_auth/projects/$project/files/$path');
const words = repositoryWords.file;

/** Name, place and tabs of a file; the tab is below. */
export function FileLayout() {
  const { project: id, path } = route.useParams();
  const { ref } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { project: id, path };
  return (
    <CodeStates path={id}>
      {(project) => (
        <Page
          title={path.slice(path.lastIndexOf('/') + 1)}
          actions={
            <Button
              component="a"
              href={rawUrl(id, path, refOf(project, ref))}
              download={path.slice(path.lastIndexOf('/') + 1)}
              variant="default"
              leftSection={<IconDownload aria-hidden size={16} />}
            >
              {words.download}
            </Button>
          }
          meta={
            <div className={classes.lead}>
              <RefSelect
                project={id}
                value={refOf(project, ref)}
                onChange={(chosen) => {
                  void navigate({ to: '.', search: { ref: chosen } });
                }}
              />
              <PathCrumbs project={id} root={project.path} path={path} refName={ref} />
            </div>
          }
          tabs={
            <TabBar
              label={words.tabs}
              tabs={[
                <Link
                  key="content"
                  to="/projects/$project/files/$path"
                  params={params}
                  search={{ ref }}
                  activeOptions={{ exact: true, includeSearch: false }}
                >
                  {words.content}
                </Link>,
                <Link
                  key="history"
                  to="/projects/$project/files/$path/history"
                  params={params}
                  search={{ ref }}
                  activeOptions={{ includeSearch: false }}
                >
                  {words.history}
                </Link>,
              ]}
            />
          }
        >
          <Outlet />
        </Page>
      )}
    </CodeStates>
  );
}
