/** The most that what a user waits for may take, in milliseconds. Starting is measured on a warm disk. */
export const startLimits = {
	version: 12,
	help: 50,
	configGet: 100,
	firstPaint: 35,
	settled: 115,
	print: 55,
	/** The answer to initialize. */
	acp: 120,
	mcpServe: 120,
	/** What installing with npm may add to a start of the executable. */
	npmOverhead: 5,
} as const;

/** In megabytes. */
export const sizeLimits = {
	/** Peak memory of one question and its answer. */
	print: 62,
	/** On disk after the first call in a fresh clone, without `.git`. */
	onDisk: 200,
	/** The npm packages in an empty prefix. */
	npm: 175,
} as const;

/** With a transcript of five thousand messages. */
export const transcriptLimits = {
	keyEchoMs: 8,
	resizeMs: 100,
	/** Of one processor, while two hundred tokens a second arrive. */
	streamingCpuPercent: 15,
	/** Writing all of it again. */
	replayMs: 2000,
} as const;

/** Memory at the end to memory once everything is warm. */
export const growthLimits = {
	/** 2,000 turns with a tool call each over RPC. */
	rpcTurns: 1.2,
} as const;

/** In milliseconds. */
export const trustLimits = {
	check: 10,
	hostileClone: 150,
} as const;

/** In milliseconds, beyond what it takes without one. */
export const extensionLimits = {
	start: 3,
	toolCall: 0.1,
} as const;

/** In milliseconds. */
export const mcpLimits = {
	/** What ten servers add, one of them dead and one slow. */
	firstPaint: 20,
	/** A call through standard streams, beyond the server's own time. */
	toolCall: 2,
} as const;

/** In milliseconds. */
export const discoveryLimits = {
	/** A hundred files of all programs, on a warm disk. */
	warm: 40,
} as const;

export const streamRuleLimits = {
	/** What 200 rules add, to the CPU of showing a megabyte. */
	cpuPercent: 5,
} as const;

/** In milliseconds. */
export const isolationLimits = {
	/** A repository with 20,000 files. */
	copy: 1000,
} as const;

/** Sub-agents, against a model in the same process. */
export const agentLimits = {
	/** In milliseconds, until the first request. */
	start: 15,
	/** In megabytes, of each of 32 over their parent. */
	memory: 4,
	/** 32 at once to the time that the model takes. */
	parallel: 1.3,
} as const;

/** The hub with a hundred agents at work, in milliseconds from a key to the screen. */
export const hubLimits = {
	/** One frame of sixty a second. */
	repaintMs: 16,
	keyEchoMs: 8,
} as const;

export const browserLimits = {
	/** From opening a tab to the first action, to what Puppeteer alone takes. */
	firstAction: 1.2,
} as const;

/** Reviews, in milliseconds. */
export const reviewLimits = {
	/** From the start of `omp review` to its first request: a start, two diffs by git, and the first part. */
	firstRequest: 400,
	/** Beyond that one reply of the model and one line of output. */
	firstFinding: 450,
	/** Of all parts of a 5,000-line diff. */
	cpu: 800,
} as const;

export const secretLimits = {
	/** In milliseconds. */
	hide: 50,
	/** In kilobytes of sources, beyond the feature's own data. */
	loadedOff: 0,
} as const;

export const serviceLimits = {
	/** Milliseconds that the gateway adds to the first byte of a stream. */
	firstByte: 3,
	/** Of one processor, for a stream of 50 pieces a second. */
	streamCpu: 5,
	/** Megabytes with 200 streams at once. */
	streamsMemory: 250,
	/** Megabytes with 1,000 clients on the stream. */
	clientsMemory: 200,
	/** In kilobytes of sources, where no broker is configured. */
	loadedOff: 0,
} as const;

export const memoryLimits = {
	/** In kilobytes of sources, beyond the feature's own data. */
	loadedOff: 0,
	/** In milliseconds, over 100,000 memories. */
	recall: 30,
} as const;

/** Language servers, in milliseconds. */
export const advisorLimits = {
	/** In kilobytes of sources, while it is off. */
	loaded: 0,
	/** Milliseconds for each turn of the model it watches; the machine also serves its requests. */
	answering: 15,
	silent: 3,
	/** Milliseconds of processor time in 10 s, as without an advisor. */
	idleCpu: 50,
} as const;

export const lspLimits = {
	/** What an edit waits beyond the server's own answer. */
	diagnostics: 50,
	/** Of 100 MB. */
	framing: 1000,
	/** Of processor time in 10 s, with ten servers that nobody uses; as for a screen that nobody touches. */
	idleCpu: 50,
	/** In kilobytes of sources of the client, where no server is of use. */
	loaded: 0,
} as const;

/** Of the dashboard. */
export const statsLimits = {
	/** Milliseconds for 100 MB of session files, the process and its start included. */
	sync100MB: 1000,
	/** Milliseconds from the request of the page to the numbers of its first view. */
	firstView: 300,
	/** In kilobytes: page, script and style. */
	page: 250,
} as const;

/** The lowest of runs inside and outside that take turns. */
export const sandboxLimits = {
	/** Milliseconds from the start of the entrance until a program that does nothing has ended, beyond the program. */
	enter: 15,
	/** Milliseconds for each command of a shell in the box. */
	command: 0.3,
	/** What programs that do much take inside, for what they take outside. */
	work: 1.03,
	/** Landlock looks for a rule at each open of a file, in all folders above it, where no mounts hide what may not be read. */
	workAlone: 1.2,
} as const;

/** Undo, in milliseconds. */
export const undoLimits = {
	/** What the engine adds to a command in a workspace of 10,000 files. */
	command: 5,
	/** The same with 200,000. */
	commandAmongMany: 60,
	/** What it adds to a file tool. */
	edit: 1,
	/** From the plan to the end, of 1,000 files. */
	undo: 300,
	/** In megabytes, of what is known of 200,000 files. */
	memory: 120,
} as const;

/** Sharing a session with others on one machine, in milliseconds. */
export const collabLimits = {
	/** How much later than its host a guest sees something. */
	guestScreen: 10,
	/** Of 20 MB. */
	joining: 2000,
} as const;

/** Workers of `omp fleet`. */
export const fleetWorkerLimits = {
	/** Milliseconds that a task of one turn takes beyond `omp -p`. */
	overhead: 60,
	/** Megabytes of a worker for each slot that waits. */
	slot: 25,
	/** Milliseconds from the hundredth task of a repository of 2,000 files to its request. */
	start: 1000,
} as const;

/** The queue of a fleet, with 100,000 tasks; in milliseconds. */
export const fleetEngineLimits = {
	submit: 10_000,
	/** The first page of all, or of those that a text is in, and the counts. */
	list: 100,
	/** A worker that finds nothing to do. */
	idleQueriesPerSecond: 1,
	/** How much of the time an engine is busy with 1,000 workers; the simulation prints how many it would take. */
	thousandWorkers: 100,
} as const;
