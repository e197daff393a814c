import { existsSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

type Env = Readonly<Record<string, string | undefined>>;

export const noChromiumText =
	"No Chromium found. Install the package chromium, or set PUPPETEER_EXECUTABLE_PATH to a Chrome or Chromium";

const programs = [
	"chromium",
	"chromium-browser",
	"google-chrome-stable",
	"google-chrome",
	"chrome",
	"google-chrome-beta",
	"microsoft-edge-stable",
	"microsoft-edge",
	"brave-browser",
];

const macApps = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];

const windowsPrograms = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];

/** The user's Chromium: the one the variable names, else the first that is installed. */
export function findChromium(env: Env, platform: NodeJS.Platform = process.platform): string {
	const named = env.PUPPETEER_EXECUTABLE_PATH;
	if (named) {
		const path = Bun.which(named, { PATH: env.PATH ?? "" });
		if (path) return path;
		throw new ToolError(`PUPPETEER_EXECUTABLE_PATH is set to ${named}, which cannot be run`);
	}
	for (const program of programs) {
		const path = Bun.which(program, { PATH: env.PATH ?? "" });
		if (path) return path;
	}
	const installed = listPlaces(platform, env).find((path) => existsSync(path));
	if (installed) return installed;
	throw new ToolError(noChromiumText);
}

function listPlaces(platform: NodeJS.Platform, env: Env): string[] {
	if (platform === "darwin") {
		const folders = ["/Applications", join(env.HOME ?? "/", "Applications")];
		return folders.flatMap((folder) => macApps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`));
	}
	if (platform === "win32") {
		const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].flatMap((folder) => folder ?? []);
		return folders.flatMap((folder) => windowsPrograms.map((program) => `${folder}\\${program}`));
	}
	return ["/opt/google/chrome/chrome", "/snap/bin/chromium", "/var/lib/flatpak/exports/bin/org.chromium.Chromium"];
}
