# bash completion for ccc: eval "$(ccc completion bash)"

_ccc() {
    local kind='' reply
    COMPREPLY=()
    {
        read -r kind
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done
    } < <(command ccc __complete-bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
    # Files are bash's to complete, where there is no other answer. (bash 3.2, of macOS, has no compopt.)
    case $kind in
        files) compopt -o default 2>/dev/null ;;
        directories) compopt -o dirnames 2>/dev/null ;;
    esac
    return 0
}
complete -F _ccc ccc
