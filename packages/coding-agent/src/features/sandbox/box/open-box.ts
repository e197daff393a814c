import { join } from "node:path";
import { readHiddenFolders } from "@oh-my-pi/pi-policy/files/hidden-folders";
import type { WebAccess } from "@oh-my-pi/pi-tools/services/web-access";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import type { AskedHost } from "../../../conversation/approval/approval-question.ts";
import { resolveDirectories } from "../../../process/directories.ts";
import type { BoxMode } from "../../../settings/box-mode.ts";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import { entriesFor } from "../policy/box-policy-for.ts";
import { BoxProxy } from "../proxy/box-proxy.ts";
import { hostGate } from "../proxy/host-gate.ts";
import { HostRefusals } from "./box-service.ts";
import { type Mechanism, nativeMechanism } from "./mechanism.ts";
import { SessionBox } from "./session-box.ts";

export interface BoxParts {
	readonly host: Host;
	readonly settings: SettingsReader;
	readonly agentDir: string;
	/** Folders beside the one that the session works in. */
	readonly roots: () => readonly string[];
	/** Asks the user about a host; `undefined` when nobody can be asked. */
	readonly ask: (host: AskedHost) => Promise<boolean | undefined>;
	/** The rules for addresses inside the user's network. */
	readonly web: () => Pick<WebAccess, "admit"> | undefined;
	readonly mechanism?: Mechanism | undefined;
	/** Says where a server in the box is reached that is not at its own port. */
	readonly onMoved?: (note: string) => void;
	/** Says what was put back while no call waited for it. */
	readonly onFound?: (lines: readonly string[]) => void;
	/** Of omp's own folders, those that programs of the session may read. */
	readonly ownFolders?: () => readonly string[];
}

export interface OpenBox extends Disposable {
	readonly box: SessionBox;
	readonly proxy: BoxProxy;
	readonly refusedHosts: HostRefusals;
	readonly mode: Exclude<BoxMode, "off">;
}

/** The box that the settings describe. Nothing is made before the first program. */
export function openBox(parts: BoxParts): OpenBox {
	const { host, settings, agentDir, roots, ask, web } = parts;
	const { cache, config, logs } = resolveDirectories(host);
	const mechanism = parts.mechanism ?? nativeMechanism(cache);
	const wanted = settings.get(sandboxSettings.mode) as BoxMode;
	const mode = wanted === "off" ? "workspace" : wanted;
	const network = settings.get(sandboxSettings.network);
	const refusedHosts = new HostRefusals();
	const admit = hostGate({
		network: () => (network === "hosts" ? "hosts" : "off"),
		allowed: () => entriesFor(settings.get(sandboxSettings.hosts), host.cwd, host.home),
		ask,
		web,
	});
	const proxy = new BoxProxy(admit, (name, reason) => refusedHosts.add(name, reason));
	const box = new SessionBox({
		mechanism,
		mode,
		roots,
		home: host.home,
		env: host.env,
		agentDir,
		configDir: config,
		cacheDir: cache,
		logsDir: logs,
		hiddenFolders: readHiddenFolders(host.home),
		now: host.now,
		ownFolders: () => parts.ownFolders?.() ?? [],
		onFound: (lines) => parts.onFound?.(lines),
		cacheFolder: settings.get(sandboxSettings.caches) ? join(cache, "sandbox") : undefined,
		settings: {
			writable: settings.get(sandboxSettings.writable),
			readable: settings.get(sandboxSettings.readable),
			visible: settings.get(sandboxSettings.visible),
			sockets: settings.get(sandboxSettings.sockets),
		},
		network: network === "on" ? "on" : "proxy",
		proxy,
		onMoved: (note) => parts.onMoved?.(note),
	});
	return {
		...{ box, proxy, refusedHosts, mode },
		[Symbol.dispose]() {
			proxy[Symbol.dispose]();
			box[Symbol.dispose]();
		},
	};
}
