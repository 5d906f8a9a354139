package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"ccc/internal/config"
	"ccc/internal/probe"
)

const providerHelp = `
  ccc provider add [template [name]]   add one: asks for the key, without echo, and for the model
  ccc provider import [name]           move the ANTHROPIC_* variables of settings.json into a provider; a backup is kept
  ccc provider list                    list them
  ccc provider remove NAME             remove one, and the settings files that hold its key

Without a terminal add reads the key and then the model, which may be missing, as lines from standard input. Instead of a key
${NAME} can be given: it is taken from the environment at each launch, and stands in no file of yours.
`

// manageProviders is ccc provider.
func (p *program) manageProviders(args []string) error {
	verbs := map[string]func(dirs directories, f config.File, args []string) error{
		"add": p.addProvider, "import": p.importProvider, "list": p.listProviders, "remove": p.removeProvider,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		return usageError{fmt.Errorf("provider takes add, import, list or remove, not %q", strings.Join(args, " "))}
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, err := config.Load(dirs.config)
	if err != nil {
		return err
	}
	return verbs[args[0]](dirs, f, args[1:])
}

func (p *program) addProvider(_ directories, f config.File, args []string) error {
	if len(args) > 2 {
		return usageError{fmt.Errorf("provider add takes a template and a name, not %q", strings.Join(args, " "))}
	}
	if len(args) == 0 {
		for _, t := range config.Templates {
			fmt.Fprintf(p.stderr, "  %-11s %s\n", t.Name, t.Label)
		}
		name, err := p.ask("template: ")
		if err != nil {
			return err
		}
		args = []string{name}
	}
	i := slices.IndexFunc(config.Templates, func(t config.Template) bool { return t.Name == args[0] })
	if i < 0 {
		var names []string
		for _, t := range config.Templates {
			names = append(names, t.Name)
		}
		return usageError{fmt.Errorf("there is no template %q, but %s", args[0], strings.Join(names, ", "))}
	}
	template := config.Templates[i]
	name := args[len(args)-1]
	if err := reserved(name); err != nil {
		return usageError{err}
	}
	if f.Has(name) {
		return hinted{fmt.Errorf("there is a provider %q in %s already", name, f.Path), "give this one another name: ccc provider add " + template.Name + " NAME"}
	}
	key, err := p.askSecret(fmt.Sprintf("key for %s, or ${NAME} to take it from the environment: ", template.Label))
	if err != nil {
		return err
	}
	if key == "" {
		return usageError{errors.New("a key is needed")}
	}
	shown := template.Model
	if shown == "" {
		shown = "the API's choice"
	}
	model, err := p.ask(fmt.Sprintf("model [%s]: ", shown))
	if err != nil && !errors.Is(err, errNoAnswer) {
		return err
	}
	if model == "" {
		model = template.Model
	}
	if err := f.Add(template.Provider(name, key, model)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is in %s\nccc validate %s asks its API, ccc %s starts claude on it\n", name, f.Path, name, name)
	return err
}

func (p *program) importProvider(dirs directories, f config.File, args []string) error {
	if len(args) > 1 {
		return usageError{fmt.Errorf("provider import takes a name, not %q", strings.Join(args, " "))}
	}
	name := "imported"
	if len(args) == 1 {
		name = args[0]
	}
	if err := reserved(name); err != nil {
		return usageError{err}
	}
	if f.Has(name) {
		return hinted{fmt.Errorf("there is a provider %q in %s already", name, f.Path), "give this one another name: ccc provider import NAME"}
	}
	env, err := config.Importable(dirs.claude)
	if err != nil {
		return err
	}
	if len(env) == 0 {
		_, err := fmt.Fprintf(p.stdout, "there is no provider's variable in the env of %s/settings.json\n", dirs.claude)
		return err
	}
	for variable := range env {
		fmt.Fprintln(p.stderr, " ", variable)
	}
	answer, err := p.ask(fmt.Sprintf("move these from settings.json to the provider %q in %s? [Y/n] ", name, f.Path))
	if err != nil {
		return err
	}
	if !yes(answer) {
		return hinted{errors.New("nothing was changed"), "answer y to move them"}
	}
	backup, err := f.Import(dirs.claude, name)
	if backup != "" {
		fmt.Fprintf(p.stdout, "settings.json as it was: %s\n", backup)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is in %s; ccc %s starts claude on it\n", name, f.Path, name)
	return err
}

func (p *program) listProviders(_ directories, f config.File, args []string) error {
	if err := noArguments("provider list", args); err != nil {
		return err
	}
	if len(f.Providers) == 0 {
		return hinted{fmt.Errorf("%s has no provider", f.Path), "ccc provider add makes one"}
	}
	current, _ := f.Provider("") // a current one that is not there marks none
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, provider := range f.Providers {
		mark := " "
		if current != nil && current.Name == provider.Name {
			mark = "*"
		}
		url, model := provider.Show()
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", mark, provider.Name, url, model)
	}
	return table.Flush()
}

func (p *program) removeProvider(dirs directories, f config.File, args []string) error {
	if len(args) != 1 {
		return usageError{errors.New("provider remove takes the name of one")}
	}
	if !f.Has(args[0]) {
		return hinted{fmt.Errorf("there is no provider %q in %s", args[0], f.Path), "ccc provider list shows what is there"}
	}
	if err := f.Remove(args[0], dirs.claude); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "%s is no longer in %s\n", args[0], f.Path)
	return err
}

const validateHelp = `
Sends the smallest request there is, one token, and shows whether the API is reached, the key is taken and the model is there. The provider
is the current one unless named; --all asks them all. The exit code is 1 if one cannot be used. It needs curl.
`

// probeTimeout is for one provider's answer.
const probeTimeout = 30 * time.Second

// validate is ccc validate.
func (p *program) validate(args []string) error {
	all := len(args) > 0 && args[0] == "--all"
	if all {
		args = args[1:]
	}
	if len(args) > 1 || all && len(args) > 0 || len(args) == 1 && strings.HasPrefix(args[0], "-") {
		return usageError{fmt.Errorf("validate takes --all or a provider, not %q", strings.Join(args, " "))}
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	f, err := p.load(dirs)
	if err != nil {
		return err
	}
	providers := f.Providers
	if !all {
		one, err := f.Provider(strings.Join(args, ""))
		if err != nil {
			return err
		}
		if one != nil {
			providers = []config.Provider{*one}
		}
	}
	if len(providers) == 0 {
		return hinted{fmt.Errorf("%s has no provider to ask", f.Path), "ccc provider add makes one"}
	}
	results, err := p.probeAll(f, providers)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PROVIDER\tREACHED\tKEY\tMODEL\t")
	failed := false
	for i, r := range results {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", providers[i].Name, r.Reachable, r.Authenticated, r.Model, r.Detail)
		failed = failed || !r.OK()
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if failed {
		return exitStatus(1)
	}
	return nil
}

// probeAll asks the providers all at once.
func (p *program) probeAll(f config.File, providers []config.Provider) ([]probe.Result, error) {
	results := make([]probe.Result, len(providers))
	errs := make([]error, len(providers))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var wait sync.WaitGroup
	for i := range providers {
		wait.Go(func() {
			env, err := f.Env(&providers[i], p.lookup)
			if err != nil {
				results[i].Detail = err.Error()
				return
			}
			results[i], errs[i] = probe.Run(ctx, probe.Target{
				BaseURL: env["ANTHROPIC_BASE_URL"], AuthToken: env["ANTHROPIC_AUTH_TOKEN"], APIKey: env["ANTHROPIC_API_KEY"],
				Model: env["ANTHROPIC_MODEL"], Headers: env["ANTHROPIC_CUSTOM_HEADERS"],
			}, probeTimeout, p.env)
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, exitStatus(130)
	}
	return results, errors.Join(errs...)
}

// errNoAnswer says that the input ended before the answer.
var errNoAnswer = errors.New("there is no answer: the input has ended")

// ask reads a line of the person's.
func (p *program) ask(question string) (string, error) {
	fmt.Fprint(p.stderr, question)
	line, ok := readLine(p.stdin)
	if !ok {
		fmt.Fprintln(p.stderr)
		return "", errNoAnswer
	}
	return strings.TrimSpace(line), nil
}

// askSecret is ask without echo, which is off before the question is there. A signal meanwhile ends the program when the terminal is as it
// was.
func (p *program) askSecret(question string) (string, error) {
	fd := int(p.stdin.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil { // no terminal
		return p.ask(question)
	}
	defer term.Restore(fd, before)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		line := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{p.stdin, p.stderr}, "")
		text, err := line.ReadPassword(question)
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil { // ctrl-c, or ctrl-d
			fmt.Fprint(p.stderr, "\r\n")
			return "", exitStatus(130)
		}
		return strings.TrimSpace(a.text), nil
	case s := <-signals:
		return "", exitStatus(128 + int(s.(syscall.Signal)))
	}
}

// yes reports whether the answer to [Y/n] is not no.
func yes(answer string) bool {
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "" || answer == "y" || answer == "yes"
}

// readLine reads one line, byte by byte: what is typed behind it is not ours. ok is false if there is nothing to read.
func readLine(f *os.File) (line string, ok bool) {
	var b [1]byte
	for {
		if n, err := f.Read(b[:]); n == 0 || err != nil {
			return line, line != ""
		}
		if b[0] == '\n' {
			return line, true
		}
		line += string(b[:])
	}
}
