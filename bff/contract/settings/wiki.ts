import { count, obeyed, toggle, unused } from './rows.ts';

/** How long a page may be, in bytes. */
export const wikiLimitSettings = obeyed('wikis', [
  count('wiki_page_max_content_bytes', 52428800, 'Largest wiki page in bytes', { min: 1024 }),
]);

export const wikiSettings = unused(
  'Wiki pages are laid out from Markdown alone, and nothing laid out is kept',
  [
    count('asciidoc_max_includes', 32, 'Include directives handled in one AsciiDoc document', {
      min: 0,
      max: 64,
    }),
    count('local_markdown_version', 0, 'Raise it to throw cached Markdown away', {
      min: 0,
      max: 65535,
    }),
    toggle('math_rendering_limits_enabled', true, 'Limit the cost of rendering formulas'),
    toggle('wiki_asciidoc_allow_uri_includes', false, 'AsciiDoc pages may include remote files'),
  ],
);
