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

  it('reads the Dockerfile templates, and writes those of the template project', async () => {
    const { client, project } = stage;
    const templates = client.DockerfileTemplates;
    const listed = await templates.all();
    expect(listed.length).toBeGreaterThanOrEqual(19);
    expect(listed[0]).toEqual({ key: 'Binary', name: 'Binary' });
    expect((await templates.show('Node-alpine')).content).toMatch(/^FROM /m);
    const absent = { cause: { response: { status: 404 } } };
    await expect(templates.show('node-alpine')).rejects.toMatchObject(absent);

    await client.ApplicationSettings.edit({ fileTemplateProjectId: project });
    const files = client.RepositoryFiles;
    const file = 'Dockerfile/Zig.dockerfile';
    await files.create(project, file, 'main', 'FROM alpine:3.20.3\n', 'Add');
    expect(await templates.show('Zig')).toEqual({ name: 'Zig', content: 'FROM alpine:3.20.3\n' });
    await files.edit(project, file, 'main', 'FROM alpine:3.21.0\n', 'Raise');
    expect((await templates.show('Zig')).content).toBe('FROM alpine:3.21.0\n');
    expect((await templates.all()).map(({ key }) => key)).toContain('Zig');
    await files.remove(project, file, 'main', 'Remove');
    await expect(templates.show('Zig')).rejects.toMatchObject(absent);
  });
});
