import { definedMembers } from "@oh-my-pi/pi-utils/defect";
import { advise } from "./advise/advise.ts";
import { ask } from "./ask/ask.ts";
import { astEdit } from "./ast-edit/ast-edit.ts";
import { astGrep } from "./ast-grep/ast-grep.ts";
import { bash } from "./bash/bash.ts";
import { browser } from "./browser/browser.ts";
import { checkpoint } from "./checkpoint/checkpoint.ts";
import { rewind } from "./checkpoint/rewind.ts";
import type { BuiltInTool } from "./contract/built-in-tool.ts";
import { debug } from "./debug/debug.ts";
import { edit } from "./edit/edit.ts";
import { evalCells } from "./eval/eval.ts";
import { find } from "./find/find.ts";
import { generateImage } from "./generate-image/generate-image.ts";
import { github } from "./github/github.ts";
import { goal } from "./goal/goal.ts";
import { inspectImage } from "./inspect-image/inspect-image.ts";
import { irc } from "./irc/irc.ts";
import { job } from "./job/job.ts";
import { launch } from "./launch/launch.ts";
import { learn } from "./learn/learn.ts";
import { lsp } from "./lsp/lsp.ts";
import { manageSkill } from "./manage-skill/manage-skill.ts";
import { memoryEdit } from "./memory/memory-edit.ts";
import { recall } from "./memory/recall.ts";
import { reflect } from "./memory/reflect.ts";
import { retain } from "./memory/retain.ts";
import { read } from "./read/read.ts";
import { reportFinding } from "./report-finding/report-finding.ts";
import { resolve } from "./resolve/resolve.ts";
import { search } from "./search/search.ts";
import { ssh } from "./ssh/ssh.ts";
import { task } from "./task/task.ts";
import { todo } from "./todo/todo.ts";
import { toolSearch } from "./tool-search/tool-search.ts";
import { webSearch } from "./web-search/web-search.ts";
import { write } from "./write/write.ts";
import { yieldResult } from "./yield/yield.ts";

/** The tools that ship with omp, in the order in which models see them. */
export const builtInTools: readonly BuiltInTool[] = definedMembers<BuiltInTool>("built-in tools", [
	read,
	write,
	edit,
	search,
	find,
	astGrep,
	astEdit,
	lsp,
	bash,
	job,
	launch,
	debug,
	ssh,
	github,
	task,
	irc,
	evalCells,
	webSearch,
	inspectImage,
	browser,
	generateImage,
	resolve,
	todo,
	ask,
	recall,
	retain,
	reflect,
	memoryEdit,
	checkpoint,
	rewind,
	learn,
	manageSkill,
	goal,
	reportFinding,
	yieldResult,
	advise,
	toolSearch,
]);
