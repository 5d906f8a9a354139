# fish completion for ccc: ccc completion fish | source, or save it as ~/.config/fish/completions/ccc.fish

function __ccc_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (command ccc __complete $words[2..-1] (string unescape -- $current; or echo -- $current) 2>/dev/null </dev/null)
    set -l directive "$answer[-1]"
    set -e answer[-1]
    # Of --flag=value the value is completed.
    set -l option (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    for offer in $answer
        echo -- "$option$offer"
    end
    switch $directive
        case :0
            for file in (__fish_complete_path $path)
                echo -- "$option$file"
            end
        case :16
            for file in (__fish_complete_directories $path)
                echo -- "$option$file"
            end
    end
end
complete -c ccc -f -a '(__ccc_complete)'
