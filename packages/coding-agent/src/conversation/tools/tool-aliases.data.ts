/** Names that other programs, and earlier versions, have for our tools. */
export const toolAliases: Readonly<Record<string, readonly string[]>> = {
	grep: ["search"],
	glob: ["find"],
	python: ["eval"],
	js: ["eval"],
	fetch: ["read"],
	puppeteer: ["browser"],
	todo_write: ["todo"],
	exit_plan_mode: ["resolve"],
	submit_result: ["yield"],
	hub: ["irc", "job"],
};

/** In the front matter of agents one word stands for everything that runs code. */
export const frontmatterAliases: Readonly<Record<string, readonly string[]>> = {
	...toolAliases,
	exec: ["eval", "bash"],
};
