import path from 'node:path';
import ts from 'typescript';
import type { PlantedFile } from './plantedFile';

const root = path.resolve(import.meta.dirname, '../../..');

/** Sources of the language and of packages, which all programs share. */
const shared = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler says about a file as if it were in its layer's folder, under the options of that layer's project.
 *
 * @returns messages
 */
export function compilerRefusals({ file, code }: PlantedFile): readonly string[] {
  const project = projectOf(file);
  const { options, fileNames, projectReferences } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(project, (place) => ts.sys.readFile(place)).config,
    ts.sys,
    path.dirname(project),
  );
  const planted = path.join(root, file);
  const host = ts.createCompilerHost(options);
  const onDisk = { exists: host.fileExists.bind(host), source: host.getSourceFile.bind(host) };
  host.fileExists = (place) => place === planted || onDisk.exists(place);
  host.getSourceFile = (place, version) => {
    if (place === planted) return ts.createSourceFile(place, code, version, true);
    if (!shared.has(place)) shared.set(place, onDisk.source(place, version));
    return shared.get(place);
  };
  const program = ts.createProgram({
    // With the files of the project: what they may name, the planted one may.
    rootNames: [planted, ...fileNames],
    options: { ...options, noEmit: true },
    projectReferences: projectReferences ?? [],
    host,
  });
  const source = program.getSourceFile(planted);
  return [...program.getOptionsDiagnostics(), ...ts.getPreEmitDiagnostics(program, source)]
    .filter((each) => each.file === source)
    .map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' '));
}

function projectOf(file: string): string {
  return path.join(root, file.startsWith('webview/') ? 'webview' : path.posix.dirname(file), 'tsconfig.json');
}
