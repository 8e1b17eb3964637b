import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import type { PlantedFile } from './plantedFile';

const root = path.resolve(import.meta.dirname, '../../..');

const eslint = new ESLint({
  cwd: root,
  // A file that is not on the disk belongs to no project.
  overrideConfig: {
    files: ['**/planted.ts'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { ...tseslint.configs.disableTypeChecked.rules },
  },
});

/**
 * What the linter says about a file as if it were in its folder: by its rules about layers and effects, which need no
 * types.
 *
 * @returns messages
 */
export async function lintRefusals({ file, code }: PlantedFile): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ message }) => message);
}
