import { afterAll, beforeAll, expect, it } from 'vitest';
import { png } from './appearance-stage.ts';
import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('an unmodified client looks after the instance', (app) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await gitbeakerStage(app());
  });
  afterAll(() => stage.close());

  it('reads and writes the appearance, with its pictures', async () => {
    const { ApplicationAppearance: appearance } = stage.client;
    expect(await appearance.show()).toMatchObject({ title: '', logo: null, pwa_icon: null });
    const content = new Blob([new Uint8Array(png)]);
    // With a file it sends its names as they are, in camel case: only one word comes through.
    const painted = await appearance.edit({
      logo: { content, filename: 'mark.png' },
      title: 'Harbour',
    });
    const logo = '/uploads/-/system/appearance/logo/1/mark.png';
    expect(painted).toMatchObject({ title: 'Harbour', logo });
    const words = { headerMessage: 'Fog **ahead**', emailHeaderAndFooterEnabled: true };
    expect(await appearance.edit(words)).toMatchObject({
      header_message: 'Fog **ahead**',
      email_header_and_footer_enabled: true,
      logo,
    });
    expect(await appearance.edit({ title: '', footerMessage: 'Calm' })).toMatchObject({
      title: '',
      footer_message: 'Calm',
      logo,
    });
    expect(await appearance.show()).toMatchObject({ footer_message: 'Calm', title: '' });
    await expect(appearance.edit({ messageFontColor: 'red' })).rejects.toMatchObject({
      cause: { response: { status: 400 } },
    });
  });

  it('reads the Dockerfile templates', async () => {
    const { DockerfileTemplates: templates } = stage.client;
    const listed = await templates.all();
    expect(listed.length).toBeGreaterThanOrEqual(19);
    expect(listed[0]).toEqual({ key: 'Binary', name: 'Binary' });
    expect((await templates.show('Node-alpine')).content).toMatch(/^FROM /m);
    await expect(templates.show('node-alpine')).rejects.toMatchObject({
      cause: { response: { status: 404 } },
    });
  });
});
