/** Whether a value of a harmless key is harmless too. */
type ValueTest = (value: string) => boolean;

const isBoolean: ValueTest = (value) => /^(?:true|yes|on|1|false|no|off|0|)$/i.test(value);
/** `helper::address` starts the program `git-remote-helper`. */
const isAddress: ValueTest = (value) => !value.includes("::") && !value.startsWith("-");
const isUpdate: ValueTest = (value) => /^(?:checkout|rebase|merge|none)$/.test(value);

const keys = (section: string, names: string): string[] => names.split(/\s+/).map((name) => `${section}.${name}`);

/**
 * Keys of git that run nothing, read no other file and send nothing elsewhere, in lower case; `*` is any subsection. Every other
 * key in a repository's own configuration needs trust.
 */
const harmless: ReadonlySet<string> = new Set([
	...keys(
		"core",
		"repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf abbrev quotepath compression bigfilethreshold untrackedcache preloadindex commitgraph multipackindex sparsecheckout sparsecheckoutcone splitindex longpaths whitespace trustctime checkstat commentchar fscache sharedrepository",
	),
	...keys(
		"extensions",
		"worktreeconfig objectformat compatobjectformat partialclone noop refstorage preciousobjects relativeworktrees",
	),
	...keys(
		"remote.*",
		"fetch push tagopt prune prunetags mirror promisor partialclonefilter skipdefaultupdate skipfetchall gh-resolved followremotehead",
	),
	...keys("remote", "pushdefault"),
	...keys(
		"branch.*",
		"remote merge rebase pushremote description vscode-merge-base gh-merge-base github-pr-owner-number github-pr-base-branch base parent",
	),
	...keys("branch", "autosetupmerge autosetuprebase sort"),
	...keys("user", "name email signingkey useconfigonly"),
	...keys("author", "name email"),
	...keys("committer", "name email"),
	...keys("pull", "rebase ff twohead octopus"),
	...keys("push", "default autosetupremote followtags recursesubmodules"),
	...keys("fetch", "prune prunetags parallel writecommitgraph recursesubmodules showforcedupdates"),
	...keys("merge", "ff conflictstyle renames renamelimit log directoryrenames defaulttoupstream verbosity autostash"),
	...keys("merge.*", "name recursive"),
	...keys("rebase", "autosquash autostash updaterefs abbreviatecommands missingcommitscheck stat rebasemerges"),
	...keys(
		"diff",
		"renames renamelimit algorithm noprefix mnemonicprefix colormoved colormovedws submodule ignoresubmodules context interhunkcontext indentheuristic wordregex",
	),
	...keys("diff.*", "binary xfuncname funcname wordregex algorithm"),
	...keys("submodule", "active recurse fetchjobs"),
	...keys("submodule.*", "active branch ignore fetchrecursesubmodules shallow"),
	...keys(
		"status",
		"branch short showuntrackedfiles showstash aheadbehind renames renamelimit relativepaths submodulesummary",
	),
	...keys("commit", "gpgsign cleanup verbose status"),
	...keys("tag", "gpgsign sort forcesignannotated"),
	...keys(
		"gc",
		"auto autopacklimit autodetach pruneexpire reflogexpire reflogexpireunreachable worktreepruneexpire writecommitgraph packrefs",
	),
	...keys("maintenance", "auto strategy"),
	...keys(
		"pack",
		"threads window depth windowmemory compression usebitmaps writebitmaphashcache writereverseindex allowpackreuse",
	),
	...keys("index", "version threads sparse recordendofindexentries recordoffsettable skiphash"),
	...keys("feature", "manyfiles experimental"),
	...keys("rerere", "enabled autoupdate"),
	...keys("log", "date decorate abbrevcommit follow mailmap"),
	...keys("init", "defaultbranch"),
	...keys("checkout", "defaultremote guess workers thresholdforparallelism"),
	...keys("worktree", "guessremote userelativepaths"),
	...keys("stash", "showpatch showstat showincludeuntracked"),
	...keys("color", "ui branch diff status interactive"),
	...keys("i18n", "commitencoding logoutputencoding"),
	...keys("http", "postbuffer"),
	...keys("http.*", "extraheader"),
	...keys("blame", "ignorerevsfile markignoredlines markunblamablelines coloring date showemail"),
	...keys("format", "pretty"),
	...keys("lfs", "repositoryformatversion"),
	...keys("lfs.*", "access locksverify"),
]);

const harmlessIf: Readonly<Record<string, ValueTest>> = {
	// Anything else is the name of a program.
	"core.fsmonitor": isBoolean,
	"remote.*.url": isAddress,
	"remote.*.pushurl": isAddress,
	"submodule.*.url": isAddress,
	"submodule.*.update": isUpdate,
};

/** Git gives sections and names in lower case, and subsections as they are written. */
export function isHarmlessKey(key: string, value: string): boolean {
	const [section, name] = [key.slice(0, key.indexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
	const hasSubsection = key.indexOf(".") !== key.lastIndexOf(".");
	const pattern = `${section}.${hasSubsection ? "*." : ""}${name}`.toLowerCase();
	// Only whether hints are printed.
	if (section.toLowerCase() === "advice") return true;
	return harmless.has(pattern) || (harmlessIf[pattern]?.(value) ?? false);
}
