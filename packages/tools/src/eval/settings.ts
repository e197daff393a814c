import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Shell", group: "Eval & Runtimes" } as const;

export const evalSettings = section(
	"eval",
	{
		py: boolean({ default: true, label: "Python", help: "Let the model run Python." }),
		js: boolean({ default: true, label: "JavaScript", help: "Let the model run JavaScript." }),
		rb: boolean({ default: false, label: "Ruby", help: "Let the model run Ruby." }),
		jl: boolean({ default: false, label: "Julia", help: "Let the model run Julia." }),
	},
	place,
	{ project: "switch" },
);

export const pythonSettings = section(
	"python",
	{
		kernelMode: choice({
			project: "free",
			default: "session",
			values: ["session", "per-call"],
			label: "Python kernel",
			help: "Whether variables last for the session or for one call.",
		}),
		interpreter: string({
			default: "",
			label: "Python interpreter",
			help: "Path of the interpreter; empty to find one.",
		}),
	},
	place,
	{ project: "trust" },
);

export const rubySettings = section(
	"ruby",
	{ interpreter: string({ default: "", label: "Ruby interpreter", help: "Path of the interpreter." }) },
	place,
	{ project: "trust" },
);

export const juliaSettings = section(
	"julia",
	{ interpreter: string({ default: "", label: "Julia interpreter", help: "Path of the interpreter." }) },
	place,
	{ project: "trust" },
);
