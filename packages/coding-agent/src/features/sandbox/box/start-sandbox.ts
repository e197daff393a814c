import type { WebAccess } from "@oh-my-pi/pi-tools/services/web-access";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import { sandboxSettings } from "../../../settings/sections/agent/sandbox.ts";
import type { BoxHost } from "../../../workbench/contract/box-host.ts";
import type { FeatureStart } from "../../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { entriesFor, isTooWide } from "../policy/box-policy-for.ts";
import { boxHook } from "./box-hook.ts";
import { boxService } from "./box-service.ts";
import { describeBoxStatus } from "./box-status.ts";
import { describeBox } from "./describe-box.ts";
import type { Mechanism } from "./mechanism.ts";
import { openBox } from "./open-box.ts";
import type { RunningSandbox } from "./sandbox-key.ts";
import { boxState, statusWords, tooWideText, unavailableText } from "./state.ts";

const maxRemembered = 20;

/** The box of a session. */
export function startSandbox({ workbench, request, notify }: FeatureStart, mechanism?: Mechanism): RunningSandbox {
	const { host, settings, agentDir, approvals } = workbench;
	let session: OpenedConversation | undefined;
	const roots = () => (session ? (session.log.header.additionalDirectories ?? []) : (request.addDirs ?? []));
	const sessionRules: string[] = [];
	const refused: string[] = [];
	const onRefused = (line: string) => {
		if (refused.includes(line)) return;
		refused.push(line);
		if (refused.length > maxRemembered) refused.shift();
	};
	let web: Pick<WebAccess, "admit"> | undefined;
	let say: ((text: string) => void) | undefined;
	const opened = openBox({
		...{ host, settings, agentDir, roots, mechanism },
		ask: (name) => approvals.askAboutHost(name),
		web: () => web,
		onMoved: (note) => say?.(note),
		onFound: (lines) => say?.(lines.join("\n")),
		ownFolders: () => [session?.log.artifactsDirectory ?? []].flat(),
	});
	const { box, proxy, refusedHosts, mode } = opened;
	const mayAsk = () => workbench.frontEnd.approve !== undefined;
	const leaving = () => [...settings.get(sandboxSettings.outside), ...sessionRules];
	const boxHost: BoxHost = {
		serviceFor: (workspace) =>
			boxService({ box, proxy, home: host.home, workspace, leaving, refusedHosts, mayAsk, onRefused }),
		async allowLeaving(rule, scope) {
			const isFolder = rule.startsWith("/") && !/\s/.test(rule);
			if (isFolder) box.grantFolder(rule);
			else sessionRules.push(rule);
			if (scope === "session") return;
			const setting = isFolder ? sandboxSettings.writable : sandboxSettings.outside;
			settings.set(setting, [...settings.get(setting), scope === "project" ? `${rule} @ ${host.cwd}` : rule]);
			await settings.flush();
		},
		describe(workspace, { mayAsk }) {
			if (!box.holds) return "Commands run without a sandbox, with the user's own permissions.";
			const here = (entries: readonly string[]) => entriesFor(entries, workspace, host.home);
			return describeBox({
				...{ mode, mayAsk },
				support: box.support,
				isTooWide: isTooWide(workspace, host),
				hasCaches: settings.get(sandboxSettings.caches),
				folders: [...roots(), ...here(settings.get(sandboxSettings.writable))],
				network: settings.get(sandboxSettings.network),
				hosts: here(settings.get(sandboxSettings.hosts)),
				leaving: here(leaving()),
				mayWriteProtected: mayAsk || settings.get(approvalSettings.approvalMode) === "yolo",
			});
		},
		isForwarded: (port) => box.ports?.isForwarded(port) ?? false,
		get state() {
			return boxState(box, mode);
		},
	};
	const { state } = boxHost;
	if (state.kind === "unavailable") notify(unavailableText(state.reason));
	else if (mode === "workspace" && isTooWide(host.cwd, host)) notify(tooWideText(host.cwd));
	return {
		box,
		boxHost,
		describe: (cwd) => describeBoxStatus({ box, mode, settings, home: host.home, refused, sessionRules }, cwd),
		status: () => statusWords(boxHost.state),
		opened(conversation) {
			session = conversation;
		},
		join({ folder, top, conversation, services }) {
			// The services are there once the conversation is open.
			if (conversation === top) say = (note) => conversation.notify("info", note, "sandbox");
			if (conversation === top) web = { admit: (...args) => services().web.admit(...args) };
			const service = boxHost.serviceFor(() => folder.path);
			return {
				services: { box: service },
				// A mode connects after the tools were made.
				toolsDependOn: () => service.leavingIs,
				hooks: [() => boxHook(box, { workspace: () => folder.path, say: (lines) => say?.(lines.join("\n")) })],
				// Told before each write, so what is asked about there is not put back here.
				changeRecorder: { willWrite: async (callId, paths) => box.expectWrites(callId, paths) },
			};
		},
		async [Symbol.asyncDispose]() {
			opened[Symbol.dispose]();
		},
	};
}
