import { findRule } from "@oh-my-pi/pi-policy/rules/command-rules";
import type { BoxService, BoxWatch } from "@oh-my-pi/pi-tools/box/box-service";
import { describeRefusal, findRefusals, leaveHint, type Refusal } from "../guard/refusals.ts";
import { entriesFor } from "../policy/box-policy-for.ts";
import type { BoxProxy } from "../proxy/box-proxy.ts";
import type { SessionBox } from "./session-box.ts";

export interface BoxServiceParts {
	readonly box: SessionBox;
	readonly proxy: BoxProxy;
	readonly home: string;
	readonly workspace: () => string;
	/** Rules for commands that may leave, by the settings and for this session. */
	readonly leaving: () => readonly string[];
	/** Hosts that the proxy refused since it was asked last. */
	readonly refusedHosts: HostRefusals;
}

/** What the proxy refused; taken by the command that ends next. */
export class HostRefusals {
	#refused: Array<{ readonly host: string; readonly reason: string }> = [];

	add(host: string, reason: string): void {
		this.#refused.push({ host, reason });
	}

	take(): readonly Refusal[] {
		return this.#refused.splice(0).map((refused) => ({ kind: "host", ...refused }));
	}
}

/** The box as the tools of one conversation see it. */
export function boxService(parts: BoxServiceParts): BoxService {
	const { box, proxy, workspace, home, leaving, refusedHosts } = parts;
	/** What commands could not write to, by the command. */
	const unwritten = new Map<string, string>();
	return {
		get holds() {
			return box.holds;
		},
		enter: () => box.enter(workspace()),
		temporary: box.temporaryIn(workspace),
		serverVariables: () => box.serverVariables(),
		hides: (path) => box.hiddenIn(workspace(), path),
		sharedFolder: () => (box.holds ? box.folders.shared : undefined),
		addressInside(url) {
			const { network, holds } = box;
			if (!holds || network.kind !== "proxy") return url;
			const { port, pathname, search } = new URL(url);
			return `http://127.0.0.1:${network.port}${proxy.openPort(Number(port))}${pathname}${search}`;
		},
		portNotes: () => box.ports?.takeNotes() ?? [],
		watch(command, cwd) {
			if (!box.holds) return undefined;
			box.ports?.watch();
			box.guard.begin(box.guardedIn(workspace()));
			return {
				end({ output, failed }) {
					const found = failed ? findRefusals(output, box.policy(workspace()), cwd) : [];
					const refusals = [...found, ...refusedHosts.take()];
					const write = refusals.find((refusal) => refusal.kind === "write");
					if (write) unwritten.set(command.trim(), write.path);
					const lines = refusals.slice(0, maxShown).map(describeRefusal);
					const ports = box.ports?.takeNotes() ?? [];
					return [...box.takeNotes(), ...box.guard.end(), ...ports, ...(lines.length > 0 ? [...lines, leaveHint] : [])];
				},
			} satisfies BoxWatch;
		},
		mayLeave(command) {
			const rules = entriesFor(leaving(), workspace(), home).map((match) => ({ match, approval: "allow" }) as const);
			return findRule(command, [], rules)?.approval === "allow";
		},
		suggestLeaving(command) {
			const call = command.trim();
			return { call, suggestion: unwritten.get(call) ?? call };
		},
	};
}

const maxShown = 5;
