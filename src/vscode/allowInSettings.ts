import * as vscode from 'vscode';
import * as z from 'zod/mini';

/**
 * Adds allow rules to the settings of the workspace; in a workspace of several folders, to those of the folder. Rejects,
 * and changes nothing, where the settings cannot be written or what stands there is not understood.
 */
export function allowInSettings(folder: vscode.Uri, texts: readonly string[]): Promise<void> {
  return change(folder, (allow) => [...new Set([...allow, ...texts])]);
}

/** Takes allow rules out of the settings of the workspace again. Rejects like `allowInSettings`. */
export function removeFromSettings(folder: vscode.Uri, texts: readonly string[]): Promise<void> {
  return change(folder, (allow) => allow.filter((rule) => !texts.some((text) => text === rule)));
}

async function change(folder: vscode.Uri, to: (allow: readonly unknown[]) => readonly unknown[]): Promise<void> {
  const config = vscode.workspace.getConfiguration('countersign', folder);
  const found = config.inspect('permissions');
  const isSingle = vscode.workspace.workspaceFile === undefined;
  const value = isSingle ? found?.workspaceValue : found?.workspaceFolderValue;
  const { allow, ...others } = z.parse(writtenSchema, value ?? {});
  const next = to(allow ?? []);
  const permissions = next.length === 0 ? others : { ...others, allow: next };
  await config.update(
    'permissions',
    Object.keys(permissions).length === 0 ? undefined : permissions,
    isSingle ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.WorkspaceFolder,
  );
}

/** As much as has to be understood to add a rule; the rest is kept as it is. */
const writtenSchema = z.looseObject({ allow: z.optional(z.array(z.unknown())) });
