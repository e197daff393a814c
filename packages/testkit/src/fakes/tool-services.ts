import { localRipgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { ConflictIndex } from "@oh-my-pi/pi-tools/files/conflicts/conflict-index";
import { localFinder } from "@oh-my-pi/pi-tools/files/open/file-finder";
import { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { Runtimes } from "@oh-my-pi/pi-tools/kernels/runtimes";
import { defaultOutputLimits } from "@oh-my-pi/pi-tools/output/output-limits";
import { EditMemory } from "@oh-my-pi/pi-tools/services/edit-memory";
import { PendingQueue } from "@oh-my-pi/pi-tools/services/pending-actions";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import { urlRouter } from "@oh-my-pi/pi-tools/urls/url-router";
import type { Setting, SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";

/** Default settings with some overrides. */
export function testSettings(values: Readonly<Record<string, unknown>> = {}): SettingsReader {
	return {
		get: <Value>(setting: Setting<Value>) => (setting.key in values ? (values[setting.key] as Value) : setting.default),
	};
}

/** Services for tools in a folder, without a user to ask; `overrides` are what a test is about. */
export function testServices(folder: string, overrides: Partial<ToolServices> = {}): ToolServices {
	const env = { PATH: process.env.PATH };
	const now = () => 0;
	return {
		settings: testSettings(),
		workspace: { cwd: () => folder, home: folder, env, now },
		files: { snapshots: new SnapshotStore() },
		searching: { finder: localFinder(), ripgrep: localRipgrep({ searchPath: env.PATH }) },
		output: { limits: defaultOutputLimits },
		urls: urlRouter(() => []),
		web: noWeb,
		keys: {
			variable: () => undefined,
			sessionProvider: () => undefined,
			has: () => false,
			find: async () => undefined,
		},
		conflicts: new ConflictIndex(),
		images: { autoResize: true, blocked: false, inspectedElsewhere: () => false },
		vision: { areSeen: () => true, attached: () => ({ images: [], text: "" }) },
		editing: { mode: "hashline", memory: new EditMemory() },
		shell: { shell: { run: () => Promise.reject(new Error("There is no shell in this test")) } },
		jobs: { board: new JobBoard({ now }), ownerId: "Main" },
		kernels: {
			runtimes: new Runtimes({ home: folder, env, now, newId: () => crypto.randomUUID() }),
			sessionId: () => "s",
		},
		pending: new PendingQueue(),
		questions: { port: () => undefined, mustWait: () => false, stopRun: () => {} },
		todos: todoStore(),
		goals: noGoals,
		checkpoints: { open: () => undefined, now },
		isOffered: () => true,
		...overrides,
	};
}

function todoStore(): ToolServices["todos"] {
	let list: ToolServices["todos"]["list"] = [];
	return {
		get list() {
			return list;
		},
		storage: "memory",
		set(next) {
			list = next;
		},
	};
}

const noWeb: ToolServices["web"] = {
	admit: () => Promise.reject(new Error("There is no web in this test")),
	fetch: () => Promise.reject(new Error("There is no web in this test")),
	env: () => undefined,
};

const refuse = () => {
	throw new Error("There are no goals in this test");
};

const noGoals: NonNullable<ToolServices["goals"]> = {
	goal: undefined,
	create: refuse,
	resume: refuse,
	complete: refuse,
	drop: refuse,
};
