import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { storagePlace } from '../../src/vscode/storagePlace';

const globalStorageUri = vscode.Uri.file('/storage/of/all');
const folderAt = (uri: vscode.Uri): readonly vscode.WorkspaceFolder[] => [{ uri, name: 'shop', index: 0 }];

describe('where sessions are kept', () => {
  it('in a place of the first folder, which every window finds that has the folder open', () => {
    const place = storagePlace({ globalStorageUri }, folderAt(vscode.Uri.file('/my shop')));
    assert.deepEqual([place.folder, place.blockedBecause], [vscode.Uri.file('/my shop').fsPath, null]);
    assert.equal(path.dirname(place.storage), path.join(globalStorageUri.fsPath, 'workspaces'));
    assert.match(path.basename(place.storage), /^my-shop-[0-9a-f]{16}$/);
    assert.deepEqual(storagePlace({ globalStorageUri }, folderAt(vscode.Uri.file('/my shop'))), place);
  });

  it('apart for folders of the same name', () => {
    const [one, other] = ['/a/shop', '/b/shop'].map(
      (folder) => storagePlace({ globalStorageUri }, folderAt(vscode.Uri.file(folder))).storage,
    );
    assert.notEqual(one, other);
  });

  it('nowhere without a folder, and it says what to do', () => {
    const place = storagePlace({ globalStorageUri }, undefined);
    assert.deepEqual([place.folder, place.storage], ['', globalStorageUri.fsPath]);
    assert.match(place.blockedBecause ?? '', /Open a folder first/);
  });

  it('nowhere in a folder that is on no real file system, and it says why', () => {
    const virtual = vscode.Uri.parse('github://owner/repository');
    const place = storagePlace({ globalStorageUri }, folderAt(virtual));
    assert.deepEqual([place.folder, place.storage], ['', globalStorageUri.fsPath]);
    assert.match(place.blockedBecause ?? '', /not on a real file system/);
  });
});
