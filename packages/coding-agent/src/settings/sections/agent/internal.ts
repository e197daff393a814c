import { boolean, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

export const setupSettings = section(
	"",
	{
		setupVersion: integer({
			default: 0,
			min: 0,
			fileOnly: true,
			label: "Setup version",
			help: "Which steps of the first-run setup were shown.",
		}),
	},
	{ tab: "Internal", group: "Setup" },
);

export const garbageSettings = section(
	"gc",
	{
		blobs: boolean({ default: true, fileOnly: true, label: "Remove blobs", help: "Let omp gc remove unused files." }),
		archive: boolean({ default: true, fileOnly: true, label: "Archive", help: "Let omp gc archive old sessions." }),
		wal: boolean({
			default: true,
			fileOnly: true,
			label: "Clean up databases",
			help: "Let omp gc checkpoint write-ahead logs of databases.",
		}),
		coldArchiveAfterDays: integer({
			default: 30,
			min: 0,
			fileOnly: true,
			label: "Archive after",
			help: "Days without use before a session is archived.",
		}),
		retainNewestGlobal: integer({
			default: 20,
			min: 0,
			fileOnly: true,
			label: "Keep newest",
			help: "Newest sessions that are never archived.",
		}),
		retainNewestPerCwd: integer({
			default: 10,
			min: 0,
			fileOnly: true,
			label: "Keep per folder",
			help: "Newest sessions of a folder that are never archived.",
		}),
	},
	{ tab: "Internal", group: "Garbage" },
);
