import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { UsageError } from "../../../process/usage-error.ts";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import { webAccessSettings } from "../../../settings/sections/services/web.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { SessionWeb } from "../../../web/session-web.ts";
import { openBox } from "../box/open-box.ts";
import { describeSupport, tooWideText, unavailableText } from "../box/state.ts";
import { isTooWide } from "../policy/box-policy-for.ts";

const usage = `USAGE
  omp sandbox [show]                What holds on this machine, and what commands may do here
  omp sandbox run -- COMMAND…       Run a command in the sandbox, as the model's would
  omp sandbox explain COMMAND|PATH|HOST   What the sandbox lets through, and why
  omp sandbox check                 Prove it on this machine with live attempts

  --sandbox read|workspace          Another mode than sandbox.mode says
`;

export const sandboxActions = ["show", "run", "explain", "check"] as const;

/** Shows, tries and proves what the box holds. */
export const sandbox: CliCommand = async (argv, launchHost, io) => {
	const [action = "show", ...rest] = argv;
	if (["--help", "-h", "help"].includes(action)) {
		await io.stdout.write(usage);
		return 0;
	}
	const { host, settings, agentDir } = await prepareStart(launchHost, {
		configFiles: [],
		allowHome: true,
		noPty: false,
	});
	const { mode, words } = takeMode(rest);
	if (mode) settings.override(sandboxSettings.mode, mode);
	const web = new SessionWeb({
		env: host.env,
		allowHosts: () => settings.get(webAccessSettings.allowHosts),
		ask: () => undefined,
	});
	using opened = openBox({ host, settings, agentDir, roots: () => [], ask: async () => undefined, web: () => web });
	const { box } = opened;
	const { support } = box;
	if (support.mechanism === "none" && action !== "show") {
		await io.stderr.write(`${unavailableText(support.reason ?? "")}\n`);
		return 1;
	}
	switch (action) {
		case "show": {
			const { showBox } = await import("./show-box.ts");
			await io.stdout.write(`Sandbox: ${describeSupport(support)}\n${showBox(opened, settings, host.cwd)}`);
			return 0;
		}
		case "run": {
			const command = words[0] === "--" ? words.slice(1) : words;
			if (command.length === 0) throw new UsageError("name the command: omp sandbox run -- COMMAND");
			const { runInBox } = await import("./run-in-box.ts");
			if (isTooWide(host.cwd, host)) await io.stderr.write(`${visibleText(tooWideText(host.cwd))}\n`);
			const { exitCode, notes } = await runInBox(opened, command, host);
			for (const note of notes) await io.stderr.write(`${visibleText(note)}\n`);
			return exitCode;
		}
		case "explain": {
			const subject = words.filter((word) => word !== "--").join(" ");
			if (subject === "") throw new UsageError("name a command, path or host: omp sandbox explain SUBJECT");
			const { explain } = await import("./explain.ts");
			const text = explain(subject, { policy: box.policy(host.cwd), settings, cwd: host.cwd, home: host.home });
			await io.stdout.write(`${visibleText(text)}\n`);
			return 0;
		}
		case "check": {
			const { checkBox } = await import("./check-box.ts");
			const results = await checkBox(opened, host);
			const lines = results.map(({ isHeld, text }) => `${isHeld ? "✔" : "✘"} ${text}`);
			const failures = results.filter(({ isHeld }) => !isHeld).length;
			const summary =
				failures === 0
					? `All ${results.length} attempts ended as they should.`
					: `${failures} of ${results.length} attempts did not end as they should.`;
			await io.stdout.write(`Sandbox: ${describeSupport(support)}\n${lines.join("\n")}\n${summary}\n`);
			return failures === 0 ? 0 : 1;
		}
		default:
			throw new UsageError(`unknown action "${action}". Use one of: ${sandboxActions.join(", ")}`);
	}
};

function takeMode(words: readonly string[]): {
	readonly mode?: "read" | "workspace";
	readonly words: readonly string[];
} {
	const [flag, value, ...rest] = words;
	if (flag !== "--sandbox") return { words };
	if (value !== "read" && value !== "workspace") throw new UsageError("--sandbox is read or workspace");
	return { mode: value, words: rest };
}
