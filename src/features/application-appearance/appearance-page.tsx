import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  applicationAppearance,
  appearanceFields,
  appearanceImages,
} from '#contract/application-appearance.ts';
import { bootstrap } from '#contract/bootstrap.ts';
import { useCommand } from '../../api/client.ts';
import { FieldsForm } from '../../form/fields-form.tsx';
import { Page } from '../../ui/page.tsx';
import { appearanceWords as words } from '../../words/appearance.ts';
import { AppearancePreview } from './preview.tsx';
import { appearanceShown } from './queries.ts';

const keys = {
  entrance: ['title', 'description', 'logo'],
  frame: [
    'header_logo',
    'favicon',
    'header_message',
    'footer_message',
    'message_background_color',
    'message_font_color',
    'email_header_and_footer_enabled',
  ],
  guidelines: ['member_guidelines', 'new_project_guidelines', 'profile_image_guidelines'],
  app: ['pwa_name', 'pwa_short_name', 'pwa_description', 'pwa_icon'],
} as const;

const sections = (['entrance', 'frame', 'guidelines', 'app'] as const).map((name) => ({
  ...words.sections[name],
  fields: appearanceFields.filter(({ key }) => keys[name].some((one) => one === key)),
}));

/** The editor of how the instance looks, with a live preview beside it. */
export function AppearancePage() {
  const { data: values } = useSuspenseQuery(appearanceShown);
  const update = useCommand(applicationAppearance.update, {
    invalidates: [applicationAppearance.show, applicationAppearance.guidelines, bootstrap.show],
    done: words.saved,
  });
  // A picture that was sent is the stored one now: the form begins anew.
  const [sent, setSent] = useState(0);
  return (
    <Page title={words.title} about={words.about}>
      <FieldsForm
        key={sent}
        sections={sections}
        values={values}
        submit={words.save}
        onSubmit={async (changed) => {
          await update.mutateAsync(changed);
          if (appearanceImages.some((name) => name in changed)) setSent((count) => count + 1);
        }}
        aside={(typed) => <AppearancePreview typed={typed} stored={values} />}
      />
    </Page>
  );
}
