import type { Benchmark } from "./benchmark.ts";
import { acp } from "./benchmarks/acp.ts";
import { advisor } from "./benchmarks/advisor.ts";
import { agents } from "./benchmarks/agents.ts";
import { bash } from "./benchmarks/bash.ts";
import { browser } from "./benchmarks/browser.ts";
import { collab } from "./benchmarks/collab.ts";
import { commands } from "./benchmarks/commands.ts";
import { day } from "./benchmarks/day.ts";
import { debug } from "./benchmarks/debug.ts";
import { discovery } from "./benchmarks/discovery.ts";
import { edit } from "./benchmarks/edit.ts";
import { evaluation } from "./benchmarks/eval.ts";
import { extensions } from "./benchmarks/extensions.ts";
import { fleetEngines } from "./benchmarks/fleet-engines.ts";
import { fleetWorker } from "./benchmarks/fleet-worker.ts";
import { hub } from "./benchmarks/hub.ts";
import { idle } from "./benchmarks/idle.ts";
import { installSize } from "./benchmarks/install-size.ts";
import { interactive } from "./benchmarks/interactive.ts";
import { isolation } from "./benchmarks/isolation.ts";
import { lsp } from "./benchmarks/lsp.ts";
import { mcp } from "./benchmarks/mcp.ts";
import { memoryOff } from "./benchmarks/memory-off.ts";
import { memoryRecall } from "./benchmarks/memory-recall.ts";
import { npmInstall } from "./benchmarks/npm-install.ts";
import { print } from "./benchmarks/print.ts";
import { read } from "./benchmarks/read.ts";
import { registry } from "./benchmarks/registry.ts";
import { resume } from "./benchmarks/resume.ts";
import { resumeBlocks } from "./benchmarks/resume-blocks.ts";
import { review } from "./benchmarks/review.ts";
import { rpc } from "./benchmarks/rpc.ts";
import { rpcTurns } from "./benchmarks/rpc-turns.ts";
import { sandbox } from "./benchmarks/sandbox.ts";
import { search } from "./benchmarks/search.ts";
import { secrets } from "./benchmarks/secrets.ts";
import { services } from "./benchmarks/services.ts";
import { sessionBytes } from "./benchmarks/session-bytes.ts";
import { sessionList } from "./benchmarks/session-list.ts";
import { soak } from "./benchmarks/soak.ts";
import { ssh } from "./benchmarks/ssh.ts";
import { stats } from "./benchmarks/stats.ts";
import { streamRules } from "./benchmarks/stream-rules.ts";
import { streaming } from "./benchmarks/streaming.ts";
import { transcript } from "./benchmarks/transcript.ts";
import { trust } from "./benchmarks/trust.ts";
import { turnOverhead } from "./benchmarks/turns.ts";
import { undo } from "./benchmarks/undo.ts";
import { version } from "./benchmarks/version.ts";
import { web } from "./benchmarks/web.ts";

export const benchmarks: readonly Benchmark[] = [
	version,
	commands,
	print,
	registry,
	trust,
	extensions,
	discovery,
	interactive,
	idle,
	resumeBlocks,
	transcript,
	streaming,
	streamRules,
	day,
	installSize,
	npmInstall,
	edit,
	read,
	search,
	bash,
	sandbox,
	ssh,
	web,
	agents,
	advisor,
	stats,
	hub,
	isolation,
	evaluation,
	browser,
	turnOverhead,
	soak,
	sessionBytes,
	sessionList,
	resume,
	rpc,
	rpcTurns,
	acp,
	mcp,
	lsp,
	review,
	memoryOff,
	memoryRecall,
	secrets,
	services,
	debug,
	undo,
	collab,
	fleetEngines,
	fleetWorker,
];
