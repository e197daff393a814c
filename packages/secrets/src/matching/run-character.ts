const isRun = new Uint8Array(65_536);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
	isRun[character.charCodeAt(0)] = 1;

/** Of Base64 and most tokens. `NaN`, the end of a text, is none. */
export function isRunCharacter(code: number): boolean {
	return isRun[code] === 1;
}
