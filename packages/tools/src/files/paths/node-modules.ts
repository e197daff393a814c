/** `node_modules` is left out of walks unless it is named. */
export function namesNodeModules(path: string): boolean {
	return /(?:^|\/)node_modules(?:\/|$)/.test(path);
}
