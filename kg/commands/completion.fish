function __kg_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct)
    set -l found (env _KG_COMPLETE=fish $before "$now" 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path "$now"
    end
end
complete -c kg -f -a '(__kg_complete)'
complete -c kg-notes -f -a '(__kg_complete)'
