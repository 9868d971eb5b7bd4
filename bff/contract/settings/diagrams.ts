import { hash, line, toggle, unused } from './rows.ts';
import { shapes } from './shapes.ts';

export const diagramsSettings = unused('Texts are shown without diagrams', [
  toggle('diagram_service_a_enabled', false, 'Render text diagrams through the first service', {
    aliases: ['plantuml_enabled'],
    requires: ['diagram_service_a_url'],
  }),
  line('diagram_service_a_url', null, 'URL of the first service', { aliases: ['plantuml_url'] }),
  toggle(
    'diagram_service_b_enabled',
    false,
    'Offer the embedded drawing editor (order in the real response: plantuml, diagramsnet, kroki)',
    { aliases: ['diagramsnet_enabled'], requires: ['diagram_service_b_url'] },
  ),
  line('diagram_service_b_url', '', 'URL of the drawing editor', { aliases: ['diagramsnet_url'] }),
  toggle('diagram_service_c_enabled', false, 'Render many diagram types through one gateway', {
    aliases: ['kroki_enabled'],
    requires: ['diagram_service_c_url'],
  }),
  line('diagram_service_c_url', null, 'URL of the gateway; http or https', {
    aliases: ['kroki_url'],
  }),
  hash(
    'kroki_formats',
    { blockdiag: false, bpmn: false, excalidraw: false },
    'Extra formats of the gateway: three boolean keys',
    { shape: shapes.kroki_formats },
  ),
]);
