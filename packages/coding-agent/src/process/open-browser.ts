/** Opens an address in the user's browser, best effort: it is always shown as well. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
	const command =
		platform === "darwin"
			? ["open", url]
			: platform === "win32"
				? ["rundll32", "url.dll,FileProtocolHandler", url]
				: ["xdg-open", url];
	try {
		Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore" }).unref();
	} catch {
		// No browser here; the address is on the screen.
	}
}
