import { useQuery } from '@tanstack/react-query';
import { applicationAppearance } from '#contract/application-appearance.ts';
import { queryOf } from './client.ts';

const guidelinesQuery = queryOf(applicationAppearance.guidelines, {});

/** What the instance asks of people who add members, projects and pictures; empty until known. */
export function useGuidelines() {
  const { data } = useQuery(guidelinesQuery);
  return {
    members: data?.member_guidelines ?? '',
    newProject: data?.new_project_guidelines ?? '',
    profileImage: data?.profile_image_guidelines ?? '',
  };
}
