import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitbeakerStage, type Stage } from './gitbeaker-stage.ts';
import { onBothDatabases } from './test-app.ts';

onBothDatabases('an unmodified client runs work by the clock', (app) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await gitbeakerStage(app());
  });
  afterAll(() => stage.close());

  it('makes, edits, plays, takes over and deletes schedules and their variables', async () => {
    const { client, project, groupId, undeclared } = stage;
    await client.Commits.create(project, 'main', 'Jobs', [
      { action: 'create', filePath: '.gitlab-ci.yml', content: 'a: { script: a }' },
    ]);
    const { id: devi, username } = (await app().user('devi')).user;
    await client.GroupMembers.add(groupId, 30, { userId: devi });
    const schedules = client.PipelineSchedules;
    const made = await schedules.create(project, 'Nightly', 'main', '0 1 * * 5', {
      cronTimezone: 'Hong Kong',
      active: false,
    });
    expect(made).toMatchObject({
      ref: 'refs/heads/main',
      cron_timezone: 'Hong Kong',
      active: false,
    });
    const edited = await schedules.edit(project, made.id, {
      description: 'Weekly',
      ref: 'side',
      cron: '@weekly',
      cronTimezone: 'Asia/Tokyo',
      active: true,
    });
    expect(edited).toMatchObject({
      description: 'Weekly',
      ref: 'refs/heads/side',
      next_run_at: '2026-11-28T15:00:00.000Z',
      active: true,
    });
    expect((await schedules.all(project, { scope: 'active' })).map(({ id }) => id)).toEqual([
      made.id,
    ]);
    const variables = client.PipelineScheduleVariables;
    await variables.create(project, made.id, 'KEY', 'a\n', { variableType: 'file' });
    expect(await variables.edit(project, made.id, 'KEY', 'b')).toMatchObject({
      variable_type: 'file',
      value: 'b',
    });
    expect((await schedules.show(project, made.id)).variables).toHaveLength(1);
    await variables.remove(project, made.id, 'KEY');

    await schedules.edit(project, made.id, { ref: 'main' });
    expect(await schedules.run(project, made.id)).toEqual({ message: '201 Created' });
    await app().drain();
    const pipelines = await schedules.allTriggeredPipelines(project, made.id);
    expect(pipelines).toMatchObject([{ source: 'scheduled', ref: 'main' }]);
    const taken = await schedules.takeOwnership(project, made.id, { sudo: username }).catch(String);
    expect(taken).toContain('Forbidden');
    await app()
      .deps.db.updateTable('pipeline_schedules')
      .set({ owner_id: devi })
      .where('id', '=', made.id)
      .execute();
    expect((await schedules.takeOwnership(project, made.id)).owner).toMatchObject({
      username: 'ann',
    });
    await schedules.remove(project, made.id);
    await expect(schedules.show(project, made.id)).rejects.toThrow('Not Found');
    expect([...undeclared]).toEqual([]);
  });
});
