import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import { networkWords } from "../box/box-status.ts";
import type { OpenBox } from "../box/open-box.ts";

/** What commands may do in a folder. */
export function showBox({ box, mode }: OpenBox, settings: SettingsReader, cwd: string): string {
	if (!box.holds) return "";
	const { writable } = box.policy(cwd);
	const hosts = settings.get(sandboxSettings.hosts);
	const network = settings.get(sandboxSettings.network);
	const isOff = settings.get(sandboxSettings.mode) === "off";
	return `${[
		`Mode: ${isOff ? "off (this is what workspace would be)" : mode}`,
		`Writable: ${writable.length === 0 ? "nothing but a temporary folder" : writable.join(", ")}`,
		`Network: ${networkWords[network]}${hosts.length > 0 ? `; unasked: ${hosts.join(", ")}` : ""}`,
	].join("\n")}\n`;
}
