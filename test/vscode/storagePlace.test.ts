import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { storagePlace } from '../../src/vscode/storagePlace';

const storageUri = vscode.Uri.file('/storage/of/this/workspace');
const globalStorageUri = vscode.Uri.file('/storage/of/all');
const folderAt = (uri: vscode.Uri): readonly vscode.WorkspaceFolder[] => [{ uri, name: 'shop', index: 0 }];

describe('where sessions are kept', () => {
  it('in the storage of the workspace, working on its first folder', () => {
    assert.deepEqual(storagePlace({ storageUri, globalStorageUri }, folderAt(vscode.Uri.file('/shop'))), {
      folder: vscode.Uri.file('/shop').fsPath,
      storage: storageUri.fsPath,
      blockedBecause: null,
    });
  });

  it('nowhere without a folder, and it says what to do', () => {
    const place = storagePlace({ storageUri: undefined, globalStorageUri }, undefined);
    assert.deepEqual([place.folder, place.storage], ['', globalStorageUri.fsPath]);
    assert.match(place.blockedBecause ?? '', /Open a folder first/);
  });

  it('nowhere in a folder that is on no real file system, and it says why', () => {
    const virtual = vscode.Uri.parse('github://owner/repository');
    const place = storagePlace({ storageUri: virtual, globalStorageUri }, folderAt(virtual));
    assert.deepEqual([place.folder, place.storage], ['', globalStorageUri.fsPath]);
    assert.match(place.blockedBecause ?? '', /not on a real file system/);
  });
});
