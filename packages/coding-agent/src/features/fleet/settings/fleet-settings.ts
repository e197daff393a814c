import { integer, section, string, textList } from "@oh-my-pi/pi-utils/settings/setting";

export const fleetSettings = section(
	"fleet",
	{
		queue: string({
			default: "",
			label: "Queue",
			help: "Where tasks are: postgres://… for several machines, sqlite:PATH, or empty for a file of this machine. OMP_FLEET_QUEUE comes first.",
			credential: true,
		}),
		store: string({
			default: "",
			label: "Store",
			help: "Where logs and patches are: s3://bucket/prefix?endpoint=…, a folder, or empty for one of this machine. OMP_FLEET_STORE comes first.",
			credential: true,
		}),
		slots: integer({
			default: 4,
			min: 1,
			max: 256,
			label: "Slots",
			help: "How many tasks a worker does at a time.",
		}),
		confirmAbove: integer({
			default: 20,
			min: 0,
			label: "Ask above",
			help: "More tasks than this are only started after a question, or with --yes.",
		}),
		dir: string({
			default: "",
			label: "Folder",
			help: "Queue, store, clones and workspaces of this machine; ~/.omp/fleet by default.",
		}),
		cacheDir: string({
			default: "",
			label: "Clones",
			help: "Where a worker keeps its clones; cache in the folder of the fleet by default.",
		}),
		environment: textList({
			default: [],
			fileOnly: true,
			label: "Variables for tasks",
			help: "Variables of the worker that programs and checks of a task get, too; * matches. Always: PATH, HOME, LANG, LC_*, TERM, TZ, TMPDIR, USER, SHELL.",
		}),
		agentDir: string({
			default: "",
			label: "Configuration of tasks",
			help: "A folder like ~/.omp/agent that tasks use for models, keys and settings. By default they have models.yml of this machine and nothing else of the user.",
		}),
	},
	{ tab: "Tasks", group: "Fleet" },
	{ project: "trust" },
);
