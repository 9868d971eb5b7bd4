import IconArchive from '@tabler/icons-react/icons/IconArchive';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DefaultValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { projects } from '#contract/projects.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { changedOnly, saveAndStay, useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { ButtonLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { EmptyState } from '../../ui/states.tsx';
import { projectSettingsWords as words } from '../../words/project-settings.ts';
import { projectShown } from './queries.ts';

export type Project = ResponseOf<typeof projects.show>;
type SettingsBody = typeof projects.update.body;
type Values = z.input<SettingsBody>;

/** Endpoints whose answers a change of a project makes stale. */
export const touchedByProject = [
  projects.show,
  projects.list,
  projects.listOfGroup,
  mergeRequests.show,
  mergeRequests.list,
];

/** The project that the URL names, by its path there. */
export function useSettledProject(): { path: string; project: Project } {
  const { project: path = '' }: { project?: string } = useParams({ strict: false });
  return { path, project: useSuspenseQuery(projectShown(path)).data };
}

/** Some of a project's settings as a form that stays and sends what was changed. */
export function ProjectSettingsForm(props: {
  project: Project;
  valuesOf: (project: Project) => DefaultValues<Values>;
  children: (form: UseFormReturn<Values, unknown, z.output<SettingsBody>>) => ReactNode;
}) {
  const { project, valuesOf, children } = props;
  const user = useCurrentUser();
  const update = useCommand(projects.update, {
    invalidates: touchedByProject,
    done: words.saved,
  });
  const form = useContractForm(projects.update.body, valuesOf(project), { keepBlank: true });
  const changes = (typed: Partial<Values>) => ({
    id: String(project.id),
    ...changedOnly(form, typed),
  });
  if (!mayInProject(user, project, 'admin_project')) return <Frozen />;
  return (
    <Form
      form={form}
      staysOpen
      request={(typed) => ({ endpoint: projects.update, input: changes(typed) })}
      onSubmit={(values) =>
        saveAndStay(form, async () => valuesOf(await update.mutateAsync(changes(values))))
      }
      bar={<SubmitBar form={form} label={words.save} needsChange />}
    >
      {children(form)}
    </Form>
  );
}

/** In place of what an archived project does not let change. */
export function Frozen() {
  const { path } = useSettledProject();
  return (
    <EmptyState
      icon={<IconArchive aria-hidden size={20} />}
      title={words.frozen}
      action={
        <ButtonLink
          to="/projects/$project/settings/advanced"
          params={{ project: path }}
          variant="default"
        >
          {words.toAdvanced}
        </ButtonLink>
      }
    >
      {words.frozenHelp}
    </EmptyState>
  );
}
