import type { Made, Scene, Sent, WriteCalls } from './write-calls.ts';

const report = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: [{ type: 'library', name: 'tide', version: '1.0.0', purl: 'pkg:npm/tide@1.0.0' }],
};

async function pipelineOf(scene: Scene): Promise<{ project: Made; pipeline: Made }> {
  const project = await scene.project();
  const at = `/projects/${project.id}`;
  await scene.made(`POST ${at}/repository/files/%2Egitlab-ci%2Eyml`, {
    branch: 'main',
    commit_message: 'Add jobs [ci skip]',
    content: 'build: { script: make }',
  });
  return { project, pipeline: await scene.made(`POST ${at}/pipeline`, { ref: 'main' }) };
}

const began = (request: string, export_type: string): Sent => ({ request, json: { export_type } });

/** Exports of dependencies, and the reports that they are made of. */
export const exportCalls: WriteCalls = {
  'dependencyListExports.createForProject': async (scene) =>
    began(`POST /projects/${(await scene.project()).id}/dependency_list_exports`, 'csv'),
  'dependencyListExports.createForGroup': async (scene) =>
    began(`POST /groups/${(await scene.group()).id}/dependency_list_exports`, 'csv'),
  'dependencyListExports.createForPipeline': async (scene) => {
    const { pipeline } = await pipelineOf(scene);
    return began(`POST /pipelines/${pipeline.id}/dependency_list_exports`, 'sbom');
  },
  'dependencyListExports.retry': async (scene) => {
    const at = `/projects/${(await scene.project()).id}/dependency_list_exports`;
    const { id } = await scene.made(`POST ${at}`, { export_type: 'csv' });
    await scene.app.deps.db
      .updateTable('dependency_list_exports')
      .set({ status: 'failed', failure_reason: 'No space' })
      .where('id', '=', id)
      .execute();
    return { request: `POST /bff/dependency_list_exports/${id}/retry` };
  },
  'sbomReports.create': async (scene) => {
    const { project, pipeline } = await pipelineOf(scene);
    const body = new FormData();
    body.set('file', new Blob([JSON.stringify(report)]), 'bom.json');
    return { request: `POST /projects/${project.id}/pipelines/${pipeline.id}/sbom_reports`, body };
  },
};
