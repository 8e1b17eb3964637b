import path from 'node:path';
import { layers } from './layers.mjs';

/**
 * An ESLint rule: a file of a layer imports only what the table in `layers.mjs` allows it, whether by `import`,
 * `export … from`, `import()`, `import type` or `require`.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const layerImports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      layer: '{{folder}} may not import from {{target}} ({{source}}). It may import {{allowed}}.',
      package: '{{folder}} may not import the package "{{source}}". It may import {{allowed}}.',
    },
  },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const layer = layers.find(({ folder }) => file.startsWith(`${folder}/`));
    if (layer === undefined) return {};
    const allowed = ['itself', ...layer.layers, ...layer.packages].join(', ');

    /** @param {import('eslint').Rule.Node} node @param {unknown} source */
    const check = (node, source) => {
      if (typeof source !== 'string') return;
      const data = { folder: layer.folder, source, allowed };
      if (!source.startsWith('.')) {
        if (!layer.packages.some((pattern) => matches(source, pattern))) {
          context.report({ node, messageId: 'package', data });
        }
        return;
      }
      const target = path.posix.join(path.posix.dirname(file), source);
      const within = [layer.folder, ...layer.layers].some((folder) => target.startsWith(`${folder}/`));
      if (!within) context.report({ node, messageId: 'layer', data: { ...data, target: path.posix.dirname(target) } });
    };

    return {
      /** @param {any} node */
      'ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression': (node) => {
        check(node, node.source?.value);
      },
      /** @param {any} node */
      TSImportType: (node) => {
        check(node, node.source?.value ?? node.argument?.literal?.value);
      },
      /** @param {any} node */
      'CallExpression[callee.name="require"]': (node) => {
        check(node, node.arguments[0]?.value);
      },
    };
  },
};

/** @param {string} source @param {string} pattern */
function matches(source, pattern) {
  return pattern.endsWith('*') ? source.startsWith(pattern.slice(0, -1)) : source === pattern;
}
