import type { Host } from "@oh-my-pi/pi-utils/host";

/** What makes a terminal put a text on the clipboard, also over ssh; those that do not know it ignore it. */
export function copySequence(text: string): string {
	return `\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`;
}

/** By a program of the desktop where there is one, else by the terminal. */
export function copyTo(env: Host["env"], write: (text: string) => void): (text: string) => void {
	return (text) => {
		void (async () => {
			const { writeClipboard } = await import("@oh-my-pi/pi-natives/clipboard");
			if (!(await writeClipboard(text, env))) write(copySequence(text));
		})();
	};
}
