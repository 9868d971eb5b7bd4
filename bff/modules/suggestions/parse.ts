/** A change of some lines, which a comment proposes. */
export interface Proposal {
  from_line: number;
  to_line: number;
  to_content: string;
}

/** Lines around the commented one that a proposal may take along, and proposals in one comment. */
const mostAround = 100;
const mostProposals = 10;

const opening = /^ {0,3}(`{3,}|~{3,})[ \t]{0,10}suggestion(?::-(\d{1,3})\+(\d{1,3}))?[ \t]*$/;

/** The proposals of a comment on this line: its blocks ```` ```suggestion:-a+b ````. */
export function proposalsIn(body: string, line: number): Proposal[] {
  const found: Proposal[] = [];
  let block: { fence: string; above: number; below: number; lines: string[] } | undefined;
  for (const row of body.split('\n').map((text) => text.replace(/\r$/, ''))) {
    if (block === undefined) {
      const [, fence, above = '0', below = '0'] = opening.exec(row) ?? [];
      if (fence !== undefined) {
        block = { fence, above: Number(above), below: Number(below), lines: [] };
      }
      continue;
    }
    if (!closes(row, block.fence)) {
      block.lines.push(row);
      continue;
    }
    const { above, below, lines } = block;
    block = undefined;
    if (above > mostAround || below > mostAround) continue;
    found.push({
      from_line: Math.max(1, line - above),
      to_line: line + below,
      to_content: lines.map((text) => `${text}\n`).join(''),
    });
    if (found.length === mostProposals) break;
  }
  return found;
}

/** A fence ends with at least as many of its own marks. */
function closes(row: string, fence: string): boolean {
  const text = row.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}
