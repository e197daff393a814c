/** Opens a URL in the browser. Best effort: callers also show the URL. */
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
		// No browser; the URL is on the screen.
	}
}
