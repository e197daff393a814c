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
);

export const pythonSettings = section(
	"python",
	{
		kernelMode: choice({
			default: "session",
			values: ["session", "per-call"],
			label: "Python kernel",
			help: "Whether variables live as long as the session or one call.",
		}),
		interpreter: string({
			default: "",
			label: "Python program",
			help: "The exact program to run; empty to look for one.",
		}),
	},
	place,
);

export const rubySettings = section(
	"ruby",
	{ interpreter: string({ default: "", label: "Ruby program", help: "The exact program to run." }) },
	place,
);

export const juliaSettings = section(
	"julia",
	{ interpreter: string({ default: "", label: "Julia program", help: "The exact program to run." }) },
	place,
);
