#compdef kg kg-notes
_kg_complete() {
    local line
    local -a lines texts shown
    lines=("${(@f)$(_KG_COMPLETE=zsh "${words[1]}" "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        [[ -n $line ]] || continue
        texts+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
    done
    if (( ${#texts} )); then
        compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -l -d shown -a texts
    else
        _files
    fi
}
if [[ $funcstack[1] == _kg ]]; then
    _kg_complete "$@"
else
    compdef _kg_complete kg kg-notes
fi
