// tsconfig.base.json leads every import of `vscode` here. The file belongs to no layer, so the import does not compile;
// src/vscode takes the detour back.
export {};
