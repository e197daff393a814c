/** Where an executable keeps the files it was built with. */
export const embeddedRoot = process.platform === "win32" ? "B:/~BUN/root/" : "/$bunfs/root/";

/** Whether this is our own executable and not Bun running the sources. */
export const isExecutable = import.meta.dirname.replaceAll("\\", "/").startsWith(embeddedRoot.replace(/\/root\/$/, ""));
