import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { dirname, join } from "node:path";
import type { BoxSupport } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/**
 * Trying what a machine can hold takes a moment, so the answer is kept until the system starts anew or is set up differently. Only that
 * it holds all: what was missing may have been so for a moment, without memory or namespaces left, and is tried again each time.
 */
export function rememberSupport(folder: string, detect: () => BoxSupport): BoxSupport {
	const file = join(folder, "sandbox-support.json");
	const key = systemKey();
	const known = readSupport(file, key);
	if (known) return known;
	const support = detect();
	if (!isFull(support)) return support;
	void ignoreFailure(() => {
		mkdirSync(dirname(file), { recursive: true });
		// Who could change it could claim a machine to hold what it does not.
		rmSync(file, { force: true });
		writeFileSync(file, `${JSON.stringify({ key, support }, null, "\t")}\n`, { mode: 0o600, flag: "wx" });
	}, "it is tried again next time");
	return support;
}

/** Changes with whatever may change the answer. */
function systemKey(): string {
	const settings = [
		"/proc/sys/kernel/random/boot_id",
		"/proc/sys/kernel/unprivileged_userns_clone",
		"/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
		"/proc/sys/user/max_user_namespaces",
		"/proc/self/attr/current",
	];
	return [process.platform, release(), process.getuid?.(), ...settings.map(readText)].join(" ");
}

function readSupport(file: string, key: string): BoxSupport | undefined {
	try {
		// Written by a version that left the mode to the umask, anybody may have changed it since.
		if ((statSync(file).mode & 0o077) !== 0) return undefined;
		const found: unknown = JSON.parse(readFileSync(file, "utf8"));
		// It was written above. Whoever changed it can only claim all of it, which the entrance holds or fails.
		const support = isRecord(found) && found.key === key ? (found.support as BoxSupport) : undefined;
		return support && isFull(support) ? support : undefined;
	} catch {
		return undefined;
	}
}

function isFull({ mechanism, namespaces, landlock, seccomp, possible }: BoxSupport): boolean {
	if (mechanism === "seatbelt") return true;
	return mechanism === "linux" && namespaces && landlock > 0 && seccomp && possible.length === allNamespaces;
}

/** Of files, processes and the network. */
const allNamespaces = 3;

function readText(path: string): string {
	try {
		return readFileSync(path, "utf8").trim();
	} catch {
		return "";
	}
}
