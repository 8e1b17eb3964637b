/**
 * The import rules of the architecture, as data: what each layer may import besides itself. `packages` are names, or
 * a pattern that ends in `/*`; `node:*` stands for Node's own modules.
 *
 * @typedef {{ folder: string, layers: readonly string[], packages: readonly string[] }} Layer
 * @type {readonly Layer[]}
 */
export const layers = [
  { folder: 'src/core', layers: [], packages: [] },
  {
    folder: 'src/review',
    layers: ['src/core'],
    packages: [
      'diff',
      'hast',
      'hast-util-sanitize',
      'hast-util-to-html',
      'mdast',
      'mdast-util-from-markdown',
      'mdast-util-gfm',
      'mdast-util-to-hast',
      'micromark-extension-gfm',
    ],
  },
  { folder: 'src/protocol', layers: ['src/core'], packages: ['zod/mini'] },
  { folder: 'src/session', layers: ['src/core', 'src/protocol'], packages: ['zod/mini', 'node:*'] },
  { folder: 'src/engine', layers: ['src/core', 'src/protocol', 'src/session'], packages: ['zod/mini', 'node:*'] },
  { folder: 'src/agents', layers: ['src/core', 'src/protocol', 'src/session'], packages: ['zod/mini', 'node:*'] },
  {
    folder: 'src/hosts',
    layers: ['src/core', 'src/protocol', 'src/session', 'src/engine'],
    packages: ['zod/mini', 'node:*'],
  },
  {
    folder: 'src/vscode',
    layers: ['src/core', 'src/protocol', 'src/review', 'src/session', 'src/engine', 'src/agents', 'src/hosts'],
    packages: ['vscode', 'zod/mini', 'node:*'],
  },
  { folder: 'webview', layers: ['src/protocol'], packages: ['preact', 'preact/*', 'zod/mini'] },
];
