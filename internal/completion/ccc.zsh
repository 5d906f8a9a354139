#compdef ccc
# zsh completion for ccc: source <(ccc completion zsh), or save it as _ccc in a directory of $fpath

_ccc() {
    local kind line
    local -a answer values shown
    answer=("${(@f)$(command ccc __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    kind=$answer[1]
    for line in "${(@)answer[2,-1]}"; do
        [[ -n $line ]] || continue
        values+=("${line%%$'\t'*}")
        if [[ $line == *$'\t'?* ]]; then
            shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        else
            shown+=("${line%%$'\t'*}")
        fi
    done
    (( $#values )) && compadd -l -d shown -a -- values
    case $kind in
        files) compset -P '--*='; _files ;;
        directories) compset -P '--*='; _files -/ ;;
    esac
    (( $#values || compstate[nmatches] ))
}

# Sourced, it registers itself; found in $fpath, it is called as a function.
if [[ $funcstack[1] == _ccc ]]; then
    _ccc "$@"
else
    compdef _ccc ccc
fi
