import { createFileRoute, notFound } from '@tanstack/react-router';
import { settingSectionNames } from '#contract/settings/section-names.ts';

const labelOf = (section: string) =>
  Object.entries(settingSectionNames).find(([name]) => name === section)?.[1];

export const Route = createFileRoute('/_auth/admin/settings/$section')({
  beforeLoad: ({ params }) => {
    if (labelOf(params.section) === undefined) throw notFound();
  },
  staticData: {
    crumbs: ({ section = '' }) => [{ label: labelOf(section) ?? section }],
  },
});
