#compdef ccc
# zsh completion for ccc: source <(ccc completion zsh), or save it as _ccc in a directory of $fpath

_ccc() {
    local directive line
    local -a answer values shown
    answer=("${(@f)$(command ccc __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    directive=$answer[-1]
    for line in "${(@)answer[1,-2]}"; do
        values+=("${line%%$'\t'*}")
        if [[ $line == *$'\t'?* ]]; then
            shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        else
            shown+=("${line%%$'\t'*}")
        fi
    done
    compset -P '--*=' # of --flag=value the value is completed
    (( $#values )) && compadd -l -d shown -a -- values
    case $directive in
        :0) _files ;;
        :16) _files -/ ;;
    esac
    (( $#values || compstate[nmatches] ))
}

# Sourced, it registers itself; found in $fpath, it is called as a function.
if [[ $funcstack[1] == _ccc ]]; then
    _ccc "$@"
else
    compdef _ccc ccc
fi
