import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/**
 * What the rules of accessibility see of a part of a page: its elements with their classes and states, without
 * its words and addresses. Two of one shape in one look break the same rules.
 */
export async function shapeOf(page: Page, part: string): Promise<string> {
  const shape = await page.evaluate((selector) => {
    const said = new Set(['aria-label', 'alt', 'title', 'placeholder', 'value', 'datetime']);
    const references =
      /^(id|href|src|for|name|data-testid|aria-(controls|labelledby|describedby|owns|activedescendant))$/;
    const attribute = ({ name, value }: Attr) => {
      if (said.has(name)) return `${name}${value.trim() === '' ? ' blank' : ''}`;
      if (references.test(name)) return name;
      // A class that the library makes for one element of one page is no class of the design.
      return `${name}=${name === 'class' ? value.replace(/__m__\S+/g, '') : value}`;
    };
    const shapeOfNode = (node: Node): string => {
      if (node instanceof Text) return node.data.trim() === '' ? '' : 'text';
      if (!(node instanceof Element)) return '';
      const attributes = [...node.attributes].map(attribute).sort().join(' ');
      return `<${node.tagName} ${attributes}>${[...node.childNodes].map(shapeOfNode).join('')}</>`;
    };
    const root = document.querySelector(selector);
    return root === null ? 'nothing' : shapeOfNode(root);
  }, part);
  return createHash('sha256').update(shape).digest('hex');
}
