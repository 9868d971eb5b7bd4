import { basename, dirname, join, relative, sep } from 'node:path';
import { wrongArrow } from './arrows.mjs';

// The lint rules that oxlint does not have. Each has a case in ../lint-rules.test.ts.

/**
 * The parts of oxlint's plugin interface that the rules below use; it exports no types of them.
 * @typedef {{ type: string, value?: unknown, source?: Node | null, declaration?: Node | null,
 *   declarations?: { init?: Node | null }[], body?: Node | null,
 *   exportKind?: string, callee?: { name?: unknown }, arguments?: Node[], name?: { name?: unknown }, expression?: Node, left?: Node, right?: Node,
 *   consequent?: Node, alternate?: Node, quasis?: { value: { cooked: string } }[],
 *   children?: Node[] }} Node
 * @typedef {{ cwd: string, physicalFilename: string,
 *   report: (problem: { node: Node, message: string }) => void,
 *   sourceCode: { getCommentsBefore: (node: Node) => { type: string, value: string }[] } }} Context
 * @typedef {{ create: (context: Context) => Record<string, (node: Node) => void> }} Rule
 */

/**
 * @param {Context} context
 * @param {string} path
 */
function fromRoot(context, path) {
  return relative(context.cwd, path).split(sep).join('/');
}

/**
 * Visits every module name that a file imports or re-exports, types included.
 * @param {(node: Node, source: string) => void} check
 */
function onSource(check) {
  /** @param {Node} node */
  const visit = (node) => {
    if (typeof node.source?.value === 'string') check(node.source, node.source.value);
  };
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    TSImportType: visit,
  };
}

/** @type {Rule} */
const arrows = {
  create(context) {
    const file = context.physicalFilename;
    /** @param {string} source */
    const target = (source) => {
      if (source.startsWith('#contract/')) return source.replace('#contract/', 'bff/contract/');
      if (source.startsWith('.')) return fromRoot(context, join(dirname(file), source));
      return source.startsWith('node:') ? source : `npm:${source}`;
    };
    return onSource((node, source) => {
      const why = wrongArrow(fromRoot(context, file), target(source));
      if (why) context.report({ node, message: `Wrong import: ${why}.` });
    });
  },
};

/** @type {Rule} */
const spelling = {
  create: (context) =>
    onSource((node, source) => {
      if (/^(\.|#contract\/)/.test(source) && !/\.\w+(\?\w+)?$/.test(source)) {
        context.report({ node, message: 'Write the extension of an imported file.' });
      }
      if (/^\.\.?\/(.*\/)?contract\//.test(source)) {
        context.report({ node, message: 'The contract is imported as #contract/*.' });
      }
    }),
};

/** @type {Rule} */
const noBarrel = {
  create(context) {
    const file = fromRoot(context, context.physicalFilename);
    const message = 'No barrels: import the file that declares the thing.';
    /** @param {Node} node */
    const reexport = (node) => {
      // Rules may pass on the type of a row; a value has one address.
      if (node.source && node.exportKind !== 'type') context.report({ node, message });
    };
    return {
      Program(node) {
        const isIndex = /^index\.[jt]sx?$/.test(basename(file));
        if (isIndex && !file.startsWith('src/routes/')) context.report({ node, message });
      },
      ExportAllDeclaration: (node) => context.report({ node, message }),
      ExportNamedDeclaration: reexport,
    };
  },
};

/** @type {Rule} */
const docstring = {
  create: (context) => ({
    ExportNamedDeclaration(node) {
      const declared = node.declaration;
      const value = declared?.declarations?.[0]?.init;
      // A one-line arrow speaks for itself.
      const isFunction =
        declared?.type === 'FunctionDeclaration' || value?.body?.type === 'BlockStatement';
      if (!isFunction) return;
      const comment = context.sourceCode.getCommentsBefore(node).at(-1);
      if (comment?.type === 'Block' && comment.value.startsWith('*')) return;
      context.report({ node, message: 'An exported function carries a docstring.' });
    },
  }),
};

/** Attributes that people read or hear. */
const spoken = new Set([
  'about',
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'cancel',
  'confirm',
  'description',
  'help',
  'label',
  'placeholder',
  'submit',
  'title',
]);

/**
 * True of an expression that is, or may become, words written in place.
 * @param {Node | null | undefined} node
 * @returns {boolean}
 */
function holdsWords(node) {
  switch (node?.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node.value === 'string' && /\p{L}/u.test(node.value);
    case 'TemplateLiteral':
      return (node.quasis ?? []).some(({ value }) => /\p{L}/u.test(value.cooked));
    case 'JSXExpressionContainer':
      return holdsWords(node.expression);
    case 'ConditionalExpression':
      return holdsWords(node.consequent) || holdsWords(node.alternate);
    case 'LogicalExpression':
      return holdsWords(node.left) || holdsWords(node.right);
    default:
      return false;
  }
}

/** @type {Rule} */
const words = {
  create(context) {
    const message = 'Words come from src/words.';
    /** @param {Node} node */
    const element = (node) => {
      for (const child of node.children ?? []) {
        if (holdsWords(child)) context.report({ node: child, message });
      }
    };
    return {
      JSXElement: element,
      JSXFragment: element,
      JSXAttribute(node) {
        const name = node.name?.name;
        if (typeof name !== 'string' || !spoken.has(name)) return;
        // The value of an attribute is a literal or a container.
        const value = /** @type {Node | null | undefined} */ (node.value);
        if (holdsWords(value)) context.report({ node, message });
      },
    };
  },
};

const databaseNow =
  /\b(?:(?:statement_|transaction_|clock_)timestamp|now|unixepoch)\(\)|\b(?:current_(?:timestamp|time|date)|localtime(?:stamp)?)\b|\((?:'[^']*',\s*)?'now'/i;

/** @type {Rule} */
const clock = {
  create(context) {
    const message = 'Time comes from ctx.clock: neither a bare date nor SQL asks for now.';
    return {
      NewExpression(node) {
        if (node.callee?.name !== 'Date' || (node.arguments ?? []).length > 0) return;
        context.report({ node, message });
      },
      Literal(node) {
        if (typeof node.value !== 'string' || !databaseNow.test(node.value)) return;
        context.report({ node, message });
      },
      TemplateLiteral(node) {
        const parts = node.quasis ?? [];
        if (!parts.some(({ value }) => databaseNow.test(value.cooked))) return;
        context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: 'quarterdeck' },
  rules: { arrows, clock, docstring, spelling, words, 'no-barrel': noBarrel },
};
