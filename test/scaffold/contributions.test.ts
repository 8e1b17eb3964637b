import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { contributions } from '../../src/vscode/contributions';

const id = z.object({ id: z.string() });
const command = z.object({ command: z.string(), when: z.optional(z.string()) });

const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(command),
      viewsContainers: z.record(z.string(), z.array(id)),
      views: z.record(z.string(), z.array(z.extend(id, { when: z.optional(z.string()) }))),
      customEditors: z.array(z.object({ viewType: z.string() })),
      menus: z.record(z.string(), z.array(command)),
      keybindings: z.array(command),
      configuration: z.object({ properties: z.record(z.string(), z.unknown()) }),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).contributes;

const menus = Object.values(manifest.menus).flat();
const commandIds = manifest.commands.map((each) => each.command);

const inManifest = {
  commands: commandIds,
  views: Object.values(manifest.views).flatMap((views) => views.map((view) => view.id)),
  customEditors: manifest.customEditors.map((editor) => editor.viewType),
  configuration: Object.keys(manifest.configuration.properties),
  keybindings: manifest.keybindings.map((key) => key.command),
};

/** The context keys of ours that conditions name. */
const keysInConditions = new Set(
  [...menus, ...manifest.keybindings, ...Object.values(manifest.views).flat()].flatMap(
    // What is compared with (`view == countersign.sessions`) is no key.
    ({ when }) => [...(when ?? '').matchAll(/(?<!== ?|=~ ?|[\w.])countersign\.\w+/g)].map(([key]) => key),
  ),
);

describe('manifest and contributions.ts', () => {
  for (const [kind, ids] of Object.entries(inManifest)) {
    it(`name the same ${kind}`, () => {
      const inCode: Readonly<Record<string, readonly string[]>> = contributions;
      assert.deepEqual([...ids].sort(), [...(inCode[kind] ?? [])].sort());
    });
  }

  it('agree on every context key that a condition reads', () => {
    const known: readonly string[] = contributions.contextKeys;
    assert.deepEqual(
      [...keysInConditions].filter((key) => !known.includes(key)),
      [],
    );
  });

  it('have no context key that no condition reads', () => {
    assert.deepEqual(
      contributions.contextKeys.filter((key) => !keysInConditions.has(key)),
      [],
    );
  });

  it('have a command behind every menu entry and every key', () => {
    const wanted = [...menus, ...manifest.keybindings].map((each) => each.command);
    assert.deepEqual(
      wanted.filter((each) => !commandIds.includes(each)),
      [],
    );
  });

  it('put every view into a container of ours', () => {
    const containers = Object.values(manifest.viewsContainers).flatMap((each) => each.map((container) => container.id));
    assert.deepEqual(
      Object.keys(manifest.views).filter((container) => !containers.includes(container)),
      [],
    );
  });
});
