import type { CompletionCommand, CompletionFlag, CompletionSpec, FlagValue } from "./completion-spec.ts";

/** Completion script for fish. */
export function fishCompletions(spec: CompletionSpec): string {
	return `# omp completions for fish. Load them with: omp completions fish | source

# The command on the line, if there is one, and the words behind it.
function __omp_words
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l found
    while set -q tokens[1]
        switch $tokens[1]
            case ${valueFlags(spec).join(" ")}
                set -e tokens[1]
            case '-*'
            case '*'
                set -a found $tokens[1]
        end
        set -q tokens[1]; and set -e tokens[1]
    end
    string join \\n -- $found
end

function __omp_command
    set -l found (__omp_words)
    contains -- "$found[1]" ${spec.commands.map(({ name }) => name).join(" ")}; and echo $found[1]
end

function __omp_no_command
    set -l found (__omp_command)
    test -z "$found"
end

function __omp_using
    set -l found (__omp_command)
    test "$found" = "$argv[1]"
end

function __omp_no_words
    set -l found (__omp_words)
    test -z "$found"
end

# How many words stand behind the command.
function __omp_count
    set -l found (__omp_words)
    test (math (count $found) - 1) -eq $argv[1]
end

# What only omp itself knows, with the words so far.
function __omp_ask
    set -l found (__omp_words)
    set -e found[1]
    omp __complete $argv $found 2>/dev/null
end

# Several words with commas between: what stands before the last comma stays.
function __omp_ask_list
    set -l before (string match -r '^(?:--[a-z-]+=)?(.*,)' -- (commandline -ct))[2]
    for line in (omp __complete $argv 2>/dev/null)
        echo "$before$line"
    end
end

complete -c omp -f
complete -c omp -n __omp_no_command -n 'string match -q "@*" -- (commandline -ct)' -a '(string replace -r "^" @ -- (__fish_complete_path (string sub -s 2 -- (commandline -ct))))'
${spec.commands.map(({ name, summary }) => `complete -c omp -n __omp_no_words -a ${name} -d ${single(summary)}`).join("\n")}
${spec.flags.map((flag) => flagLine("__omp_no_command", flag)).join("\n")}

${spec.commands.map(commandLines).filter(Boolean).join("\n\n")}
`;
}

function commandLines({ name, flags, actions = [], dynamic }: CompletionCommand): string {
	const using = `__omp_using ${name}`;
	return [
		...(actions.length > 0
			? [`complete -c omp -n ${single(`${using}; and __omp_count 0`)} -a ${single(actions.join(" "))}`]
			: []),
		...(dynamic ? [`complete -c omp -n ${single(using)} -a '(__omp_ask ${dynamic})'`] : []),
		...flags.map((flag) => flagLine(single(using), flag)),
	].join("\n");
}

function flagLine(condition: string, { name, alias, help, value }: CompletionFlag): string {
	const names = `-l ${name}${alias ? ` -s ${alias}` : ""}`;
	return `complete -c omp -n ${condition} ${names}${value ? ` ${completer(value)}` : ""} -d ${single(help)}`;
}

function completer(value: FlagValue): string {
	switch (value.kind) {
		case "words":
			return `-x -a ${single(value.words.join(" "))}`;
		case "file":
			return "-r -F";
		case "folder":
			return "-x -a '(__fish_complete_directories (commandline -ct))'";
		case "dynamic":
			return `-x -a '(${value.list ? "__omp_ask_list" : "__omp_ask"} ${value.of})'`;
		case "anything":
			return "-x";
	}
}

function valueFlags({ flags, commands }: CompletionSpec): string[] {
	const all = [...flags, ...commands.flatMap((command) => command.flags)];
	const names = all.flatMap(({ name, alias, value }) => (value ? [`--${name}`, ...(alias ? [`-${alias}`] : [])] : []));
	return [...new Set(names)];
}

function single(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
