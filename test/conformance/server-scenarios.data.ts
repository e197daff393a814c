/** Scenarios that `omp mcp serve` itself goes through, with the tools of `server-tools.ts`. */
export const serveScenarios: readonly string[] = [
	"server-initialize",
	"ping",
	"logging-set-level",
	"tools-list",
	"tools-call-simple-text",
	"tools-call-image",
	"tools-call-error",
	"tools-call-with-progress",
	"tools-call-with-logging",
	"tools-call-elicitation",
	"json-schema-2020-12",
	"server-sse-multiple-streams",
	"dns-rebinding-protection",
];

/** Scenarios for what no tool of omp does, though the package that serves clients can. */
export const packageScenarios: readonly string[] = [
	"tools-call-audio",
	"tools-call-embedded-resource",
	"tools-call-mixed-content",
	"elicitation-sep1034-defaults",
	"elicitation-sep1330-enums",
];

const toolsOnly = "omp offers tools only, and says so in its capabilities";

/** Scenarios that do not apply, with the reason. */
export const notApplicable: Readonly<Record<string, string>> = {
	"tools-call-sampling": "omp has models of its own, and asks no client for one",
	"server-sse-polling":
		"An answer has one stream to its end; a recommendation of the protocol, and the suite only warns",
	"completion-complete": toolsOnly,
	"resources-list": toolsOnly,
	"resources-read-text": toolsOnly,
	"resources-read-binary": toolsOnly,
	"resources-templates-read": toolsOnly,
	"resources-subscribe": toolsOnly,
	"resources-unsubscribe": toolsOnly,
	"prompts-list": toolsOnly,
	"prompts-get-simple": toolsOnly,
	"prompts-get-with-args": toolsOnly,
	"prompts-get-embedded-resource": toolsOnly,
	"prompts-get-with-image": toolsOnly,
};
