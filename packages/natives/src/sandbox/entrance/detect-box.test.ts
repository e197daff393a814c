import { expect, test } from "bun:test";
import type { BoxNamespace } from "../box-policy.ts";
import { decideLinux, detectBox } from "./detect-box.ts";

/** A kernel that refuses some namespaces. */
const refusing =
	(...refused: readonly BoxNamespace[]) =>
	(namespaces: readonly BoxNamespace[]) => {
		const found = refused.find((one) => namespaces.includes(one));
		return found && `omp sandbox: ${found} refused`;
	};

test("detect: a kernel without Landlock holds no box", () => {
	const { mechanism, reason } = decideLinux(() => undefined, 0);
	expect([mechanism, reason]).toEqual([
		"none",
		"This kernel has no Landlock (Linux 5.13, and `landlock` among its security modules).",
	]);
});

test("detect: what is refused is left out, and said", () => {
	const possible = (probe: ReturnType<typeof refusing>) => {
		const { namespaces, possible, reason } = decideLinux(probe, 7);
		return { namespaces, possible, reason };
	};
	expect(possible(refusing())).toEqual({
		namespaces: true,
		possible: ["mounts", "processes", "network"],
		reason: undefined,
	});
	// As in containers that cover /proc.
	expect(possible(refusing("processes"))).toEqual({
		namespaces: false,
		possible: ["mounts", "network"],
		reason: "omp sandbox: processes refused",
	});
	expect(possible(refusing("network")).possible).toEqual(["mounts", "processes"]);
	// As under AppArmor, and in most containers.
	expect(possible(refusing("mounts"))).toEqual({
		namespaces: false,
		possible: [],
		reason: "omp sandbox: mounts refused",
	});
});

test("detect: where not even that can be entered, there is no box", () => {
	const { mechanism, reason } = decideLinux(() => "no filter", 1);
	expect([mechanism, reason]).toEqual(["none", "no filter"]);
});

test("detect: Windows has no box", () => {
	expect(detectBox([], "win32").reason).toBe("omp has no sandbox for Windows.");
});
