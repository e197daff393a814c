/** Hooks, tools, agents and extensions are listed by few sessions: what reads them is loaded by the first that does. */
export const moduleReaders = () => import("./module-files.ts");
export const extensionReaders = () => import("./extension-folders.ts");
