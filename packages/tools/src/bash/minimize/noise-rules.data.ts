/** What a program prints over and over without anyone ever reading it. */
export interface NoiseRule {
	/** For the settings `shellMinimizer.only` and `.except`. */
	readonly id: string;
	/** The program, with the first arguments that tell what it does. */
	readonly command: RegExp;
	/** Lines that say nothing once the command has succeeded. */
	readonly noise: RegExp;
}

export const noiseRules: readonly NoiseRule[] = [
	{
		id: "cargo",
		command: /^cargo (?:\+\S+ )?(?:build|check|test|run|clippy|install|fetch|doc|bench)\b/,
		noise: /^\s*(?:Compiling|Checking|Downloading|Downloaded|Fresh|Adding|Locking|Blocking) /,
	},
	{
		id: "npm",
		command: /^(?:npm|pnpm|yarn|bun) (?:i|ci|install|add|update|upgrade)\b/,
		noise:
			/^(?:npm (?:warn|WARN) (?:deprecated|EBADENGINE)|warning .* > |Progress: resolved|\+ \S+@\S+$|\s*(?:➤ )?YN0013:|info )/,
	},
	{
		id: "pip",
		command: /^(?:pip3?|python3? -m pip|uv pip) (?:install|download|sync)\b/,
		noise:
			/^\s*(?:Requirement already satisfied|Collecting|Using cached|Downloading|Obtaining|Preparing metadata|Getting requirements|Installing build dependencies|Building wheel|Created wheel|Stored in directory|Attempting uninstall|Found existing installation|Uninstalling) ?/,
	},
	{
		id: "apt",
		command: /^(?:apt|apt-get) (?:-\S+ )*(?:install|update|upgrade|dist-upgrade)\b/,
		noise:
			/^(?:Get:\d+|Hit:\d+|Ign:\d+|Reading (?:package lists|state information)|Building dependency tree|Selecting previously|\(Reading database|Preparing to unpack|Unpacking|Setting up|Processing triggers)/,
	},
	{
		id: "git",
		command: /^git (?:-\S+ \S+ )?(?:clone|fetch|pull|push|submodule|gc)\b/,
		noise: /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Updating|Resolving|Filtering)\b.*\d+%/,
	},
	{
		id: "docker",
		command: /^docker (?:compose )?(?:build|pull|push|up)\b/,
		noise:
			/^\s*(?:[0-9a-f]{12}: |#\d+ (?:\d+\.\d+ |sha256:|extracting|transferring|resolve|CACHED|DONE)|Sending build context)/,
	},
	{
		id: "pytest",
		command: /^(?:pytest|python3? -m pytest)\b/,
		noise: /(?:^\S+::\S+ PASSED\b|^\S+\.py [.s]+\s*\[\s*\d+%\])/,
	},
	{
		id: "go",
		command: /^go (?:build|test|get|install|mod)\b/,
		noise: /^(?:go: downloading |\?? +\S+\t\[no test files\]|--- PASS: |=== RUN |=== PAUSE |=== CONT |ok {2}\t)/,
	},
	{
		id: "gradle",
		command: /^(?:\.\/)?(?:gradlew?|mvnw?)\b/,
		noise:
			/^(?:> Task :\S+(?: UP-TO-DATE| NO-SOURCE| FROM-CACHE)?$|\[INFO\] (?:Download(?:ing|ed) |-{5,}|$)|Download(?:ing|ed) from )/,
	},
];
