import type { CompletionCommand, CompletionFlag, CompletionSpec, FlagValue } from "./completion-spec.ts";

/** Completion script for zsh, for `fpath` or `source`. */
export function zshCompletions(spec: CompletionSpec): string {
	return `#compdef omp
# omp completions for zsh. Load them with: source <(omp completions zsh)

# What only omp itself knows: the models, tools, settings and sessions there are.
_omp_ask() {
  local -a found
  local line
  for line in "\${(@f)$(omp __complete "$@" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done
  _describe -t "$1" "$1" found
}

# Several words with commas between.
_omp_ask_list() {
  local -a found
  found=("\${(@)\${(@f)$(omp __complete "$@" 2>/dev/null)}%%$'\\t'*}")
  compset -P '*,'
  compadd -S '' -a found
}

_omp_commands() {
  local -a commands
  commands=(
${spec.commands.map(({ name, summary }) => `    ${single(`${name}:${summary}`)}`).join("\n")}
  )
  _describe -t commands command commands
}

# A command, or, at the beginning of a word, a file behind an @.
_omp_first() {
  if compset -P '@'; then _files; else _omp_commands; fi
}

_omp_message() {
  if compset -P '@'; then _files; fi
}

${spec.commands.map(commandFunction).join("\n\n")}

_omp() {
  local context state state_descr line
  typeset -A opt_args
  integer at
  for ((at = 2; at < CURRENT; at++)); do
    case $words[at] in
      ${valueFlags(spec.flags).join("|")}) ((at++)) ;;
      -*) ;;
${spec.commands.map(({ name }) => `      ${name}) shift $((at - 1)) words; ((CURRENT -= at - 1)); _omp_${name}; return ;;`).join("\n")}
      *) break ;;
    esac
  done
  _arguments -s ${spec.flags.map(argument).join(" \\\n    ")} \\
    '1: :_omp_first' \\
    '*: :_omp_message'
}

if [[ $funcstack[1] == _omp ]]; then
  _omp "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u; }
  compdef _omp omp
fi
`;
}

function commandFunction({ name, flags, actions = [], dynamic }: CompletionCommand): string {
	const first = [
		...(actions.length > 0 ? [`compadd -- ${actions.join(" ")}`] : []),
		...(dynamic ? [`_omp_ask ${dynamic}`] : []),
	];
	// Passes the arguments that are not flags.
	const rest = dynamic ? `_omp_ask ${dynamic} \${\${(@)words[2,CURRENT-1]}:#-*}` : "";
	const specs = [
		...flags.map(argument),
		...(first.length > 0 ? [`'1: :{${first.join("; ").replaceAll("'", "'\\''")}}'`] : []),
		...(rest ? [`'*: :{${rest}}'`] : []),
	];
	return `_omp_${name}() {\n  _arguments -s ${specs.join(" \\\n    ") || ":"}\n}`;
}

/** `'(-p --print)'{-p,--print}'[help]'`, with the value and how it is completed. */
function argument({ name, alias, help, value }: CompletionFlag): string {
	const text = help.replaceAll("\\", "\\\\").replaceAll("[", "\\[").replaceAll("]", "\\]").replaceAll(":", "\\:");
	const tail = `[${text}]${value ? `:${name}:${completer(value)}` : ""}`;
	const takes = value ? "=" : "";
	// Flags with a value may be repeated.
	const repeat = value ? "*" : "";
	if (!alias) return single(`${repeat}--${name}${takes}${tail}`);
	const exclusive = value ? "*" : `(-${alias} --${name})`;
	return `${single(exclusive)}{-${alias},--${name}${takes}}${single(tail)}`;
}

function completer(value: FlagValue): string {
	switch (value.kind) {
		case "words":
			return `(${value.words.join(" ")})`;
		case "file":
			return "_files";
		case "folder":
			return "_files -/";
		case "dynamic":
			return `{${value.list ? "_omp_ask_list" : "_omp_ask"} ${value.of}}`;
		case "anything":
			return " ";
	}
}

function valueFlags(flags: readonly CompletionFlag[]): string[] {
	return flags.flatMap(({ name, alias, value }) => (value ? [`--${name}`, ...(alias ? [`-${alias}`] : [])] : []));
}

function single(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
