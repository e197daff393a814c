/** What hooks import from `extensibility/hooks`; loading them is up to the program that runs them. */
export { HookRunner } from "../../extensions/hook-library/hook-runner.ts";
export { HookToolWrapper } from "../../extensions/hook-library/hook-tool-wrapper.ts";
