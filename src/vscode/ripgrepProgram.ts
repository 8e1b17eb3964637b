import path from 'node:path';

/**
 * The ripgrep program that a VS Code brings along; undefined where there is none. A desktop keeps programs beside its
 * archive of modules, a server has no archive; newer versions have one package for all platforms.
 *
 * @param appRoot `vscode.env.appRoot`
 */
export function ripgrepProgram(
  appRoot: string,
  { platform, arch }: { readonly platform: string; readonly arch: string },
  exists: (file: string) => boolean,
): string | undefined {
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const candidates = ['node_modules.asar.unpacked', 'node_modules'].flatMap((modules) => [
    path.join(appRoot, modules, '@vscode/ripgrep-universal/bin', `${platform}-${arch}`, name),
    path.join(appRoot, modules, '@vscode/ripgrep/bin', name),
  ]);
  return candidates.find(exists);
}
